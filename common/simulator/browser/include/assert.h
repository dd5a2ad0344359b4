// As the GNU C library has it, whose assert() names the whole function.
#include <features.h>

#undef assert
#ifdef NDEBUG
#define assert(condition) static_cast<void>(0)
#else
#define assert(condition)                                                                              \
    (static_cast<bool>(condition)                                                                      \
         ? static_cast<void>(0)                                                                        \
         : __assert_fail(#condition, __FILE__, __LINE__, __PRETTY_FUNCTION__))
#endif

extern "C" [[noreturn]] void __assert_fail(const char* condition, const char* file, int line,
                                           const char* function);
