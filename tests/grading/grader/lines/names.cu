#include <scanlab/exercise.hpp>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace std {
void __is_thrown(int);
void terminates();
namespace __cxx11 {
struct string_of_mine {
    void _M_replace_cold(char*);
};
} // namespace __cxx11
namespace __detail {
void copy_bytes(void*);
} // namespace __detail
namespace scanlab::sim {
void lane();
} // namespace scanlab::sim
} // namespace std
namespace __gnu_cxx {
void copy_bytes(void*);
}
namespace scanlab_of_mine {
int cudaFree(void*);
}
struct exception {
    ~exception();
};
void printf(int);
int cudaFree(void*, int);
std::FILE* renamed(const char*, const char*) asm("fopen");

extern "C" {
void _ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEE15_M_replace_coldEPwmPKwmm(void*);
void _ZNSt9exceptionD0Ev(void*);
void _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(void*);
void _ZNSolsEi(void*, int);
void _Z6printf(const char*);
void _ZNK8cudaFreeEPv(void*);
void _Z8cudaFreePv_(void*);
void _Z8cudaFreePvz(void*, ...);
int __isoc99_sscanf(const char*, const char*, ...);
unsigned long __isoc23_strtoul(const char*, char**, int);
int __isoc23_printf_of_mine(const char*, ...);
char* __xpg_strerror_r(int, char*, std::size_t);
int __printf_chk(int, const char*, ...);
int __fprintf_chk(void*, int, const char*, ...);
void* __memcpy_chk(void*, const void*, std::size_t, std::size_t);
int i();
}

template <int BLOCK>
struct Cheat {
    static void launch(const scanlab::Problem&) {
        char bytes[10] = {};
        void* any = bytes;
        std::__is_thrown(1);                                 // refused: a call of std::__is_thrown(int)
        std::terminates();                                   // refused: a call of std::terminates()
        std::__cxx11::string_of_mine()._M_replace_cold(bytes); // refused: a call of std::__cxx11::string_of_mine::_M_replace_cold(char*)
        std::__detail::copy_bytes(any);                      // refused: a call of std::__detail::copy_bytes(void*)
        std::scanlab::sim::lane();                           // refused: a call of std::scanlab::sim::lane()
        __gnu_cxx::copy_bytes(any);                          // refused: a call of __gnu_cxx::copy_bytes(void*)
        scanlab_of_mine::cudaFree(any);                      // refused: a call of scanlab_of_mine::cudaFree(void*)
        ((exception*)any)->exception::~exception();          // refused: a call of exception::~exception()
        ::printf(1);                                         // refused: a call of printf(int)
        cudaFree(any, 1);                                    // refused: a call of cudaFree(void*, int)
        renamed("a", "r");                                   // refused: a call of fopen()
        _ZNSt7__cxx1112basic_stringIwSt11char_traitsIwESaIwEE15_M_replace_coldEPwmPKwmm(any); // refused: a call of std::__cxx11::basic_string<wchar_t
        _ZNSt9exceptionD0Ev(any);                            // refused: a call of std::exception::~exception()
        _ZNSt15__exception_ptr13exception_ptr10_M_releaseEv(any); // refused: a call of std::__exception_ptr::exception_ptr::_M_release()
        _ZNSolsEi(any, 1);                                   // refused: a call of std::ostream::operator<<(int)
        _Z6printf("");                                       // refused: a call of printf
        _ZNK8cudaFreeEPv(any);                               // refused: a call of cudaFree(void*) const
        _Z8cudaFreePv_(any);                                 // refused: a call of _Z8cudaFreePv_()
        _Z8cudaFreePvz(any);                                 // refused: a call of cudaFree(void*, ...)
        fopen64("a", "r");                                   // refused: a call of fopen()
        std::sscanf("1", "%d", (int*)any);                   // refused: a call of sscanf()
        __isoc99_sscanf("1", "%d", any);                     // refused: a call of sscanf()
        __isoc23_strtoul("1", nullptr, 10);                  // refused: a call of strtoul()
        __isoc23_printf_of_mine("");                         // refused: a call of printf_of_mine()
        __xpg_strerror_r(1, bytes, 10);                      // refused: a call of strerror_r()
        __printf_chk(1, "");                                 // refused: a call of printf()
        __fprintf_chk(stderr, 1, "");                        // refused: a call of fprintf()
        __memcpy_chk(any, any, 1, 10);                       // refused: a call of memcpy()
        __builtin___strcat_chk(bytes, "b", 10);              // refused: a call of strcat()
        __builtin_strpbrk(bytes, "b");                       // refused: a call of strpbrk()
        i();                                                 // refused: a call of i()
    }
};
SCANLAB_EXERCISE(sklansky_shared, Cheat);
