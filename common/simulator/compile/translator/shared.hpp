/// \file
/// Declarations of shared memory: `__shared__ float tile[32][33], total;` and `extern __shared__ int
/// x[];`.
#pragma once

#include "compile/translator/rewriter.hpp"

namespace scanlab::translate {

/// The words that make a declaration shared: `__shared__`, and each macro of the file that stands for
/// it, as in `#define SHARED static __shared__`.
class SharedWords {
public:
    explicit SharedWords(const Source& source);

    bool contains(std::string_view word) const { return word == "__shared__" || find(word) != nullptr; }
    /// Does the word, a macro, bring `specifier` along?
    bool includes(std::string_view word, std::string_view specifier) const;

private:
    const Macro* find(std::string_view word) const;

    std::vector<const Macro*> macros_;
};

/// Rewrites the declaration whose `__shared__` is token `keyword`.
void rewrite_shared(Rewriter& rewriter, const Row& row, const SharedWords& words, std::size_t keyword);

} // namespace scanlab::translate
