#include "file_rules.hpp"

#include <algorithm>
#include <cstdint>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace scanlab::grader {
namespace {

namespace fs = std::filesystem;

// As in linux/landlock.h, which older systems lack; the numbers are those of all architectures.
constexpr long create_rules = 444, add_rule = 445, restrict_self = 446;
constexpr int ask_for_version = 1, rule_on_path = 1;

struct Handled {
    std::uint64_t files, network, scopes;
};
struct [[gnu::packed]] RuleOnPath {
    std::uint64_t allowed;
    std::int32_t path;
};

constexpr std::uint64_t bit(int i) { return std::uint64_t{1} << i; }
constexpr std::uint64_t execute = bit(0), write_file = bit(1), read_file = bit(2), read_folder = bit(3),
                        truncate = bit(14);
constexpr std::uint64_t to_read = execute | read_file | read_folder;
constexpr std::uint64_t of_files =
    execute | write_file | read_file | truncate; ///< the others are of folders

/// 0 without Landlock.
long version() { return std::max(0L, syscall(create_rules, nullptr, 0, ask_for_version)); }

/// All that this version knows of, and the size that it has for this structure.
Handled all_handled(long version) {
    const int rights = version >= 5 ? 16 : version >= 3 ? 15 : version >= 2 ? 14 : 13;
    return {bit(rights) - 1, version >= 4 ? bit(2) - 1 : 0, version >= 6 ? bit(2) - 1 : 0};
}
std::size_t bytes_handled(long version) {
    return version >= 6 ? sizeof(Handled) : sizeof(std::uint64_t) * (version >= 4 ? 2 : 1);
}

void allow(int rules, const fs::path& path, std::uint64_t rights) {
    const int file = open(path.c_str(), O_PATH | O_CLOEXEC);
    struct stat status {};
    if (file < 0) return;
    if (fstat(file, &status) == 0) {
        const RuleOnPath rule{S_ISDIR(status.st_mode) ? rights : rights & of_files, file};
        syscall(add_rule, rules, rule_on_path, &rule, 0);
    }
    close(file);
}

} // namespace

FileRules::FileRules(const Reach& reach) : rules_(-1) {
    const long known = version();
    if (known == 0) return;
    const Handled handled = all_handled(known);
    // Close-on-exec, as all of Landlock's descriptors are.
    rules_ = static_cast<int>(syscall(create_rules, &handled, bytes_handled(known), 0));
    for (const fs::path& path : reach.to_read) allow(rules_, path, to_read & handled.files);
    for (const fs::path& path : reach.to_change) allow(rules_, path, handled.files);
}

FileRules::~FileRules() {
    if (rules_ >= 0) close(rules_);
}

bool FileRules::enforce() const {
    return rules_ >= 0 && prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
           syscall(restrict_self, rules_, 0) == 0;
}

bool FileRules::are_enforced() { return version() > 0; }

} // namespace scanlab::grader
