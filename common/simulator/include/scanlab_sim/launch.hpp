/// \file
/// What launches are translated to. As under nvcc, each argument is converted to the kernel's parameter
/// once, on the host, and destroyed there after the launch; a thread gets a copy of its bits, which no
/// constructor and no destructor sees.
#pragma once

#include "core.hpp"
#include "known_kernels.hpp"

#include <type_traits>
#include <utility>

namespace scanlab::sim {

template <class T>
SCANLAB_UNOBSERVED KernelArgument kernel_argument(const T& argument) {
    if constexpr (std::is_pointer_v<T>) {
        using Element = std::remove_cv_t<std::remove_pointer_t<T>>;
        const auto address = reinterpret_cast<std::uintptr_t>(argument);
        if constexpr (std::is_object_v<Element>)
            return {address, sizeof(Element)};
        else
            return {address, 0};
    }
    return {};
}

/// Whether a function gets such a parameter by its address, and the caller copies and destroys it: so
/// it is in the C++ ABI of all common processors if copying or destroying takes more than copying bits.
template <class T>
constexpr bool is_passed_by_address =
    !std::is_trivially_destructible_v<T> ||
    (std::is_copy_constructible_v<T> && !std::is_trivially_copy_constructible_v<T>) ||
    (std::is_move_constructible_v<T> && !std::is_trivially_move_constructible_v<T>);

/// A thread's own copy of a parameter, on its stack.
template <class T>
struct OwnBits {
    alignas(T) unsigned char bits[sizeof(T)];
    SCANLAB_UNOBSERVED explicit OwnBits(const T& value) {
        const auto* from = reinterpret_cast<const volatile unsigned char*>(&value);
        for (std::size_t i = 0; i < sizeof(T); ++i) bits[i] = from[i]; // volatile: no call of memcpy
    }
    SCANLAB_UNOBSERVED T* passed() { return reinterpret_cast<T*>(bits); }
};
template <class T>
struct OwnValue {
    const T& value;
    SCANLAB_UNOBSERVED explicit OwnValue(const T& value_) : value(value_) {}
    SCANLAB_UNOBSERVED T passed() const { return static_cast<T&&>(const_cast<T&>(value)); }
};
template <class T>
using Own = std::conditional_t<is_passed_by_address<T>, OwnBits<T>, OwnValue<T>>;

/// A parameter's value from the launch until the last thread has ended.
template <class T>
struct KeptBits : OwnBits<T> {
    using OwnBits<T>::OwnBits;
    SCANLAB_UNOBSERVED const T& get() const { return *reinterpret_cast<const T*>(this->bits); }
};
template <class T>
struct KeptValue {
    T value;
    SCANLAB_UNOBSERVED explicit KeptValue(const T& value_)
        : value(static_cast<T&&>(const_cast<T&>(value_))) {}
    SCANLAB_UNOBSERVED const T& get() const { return value; }
};
template <class T>
using Kept = std::conditional_t<is_passed_by_address<T>, KeptBits<T>, KeptValue<T>>;

/// How a thread gets an argument that it converts itself: a copy of its own, of what has no constructor
/// that could tell.
template <class T>
using OwnCopy = std::conditional_t<is_passed_by_address<T>, T&, T>;
template <class Call, class... Arguments>
SCANLAB_UNOBSERVED void call_with_copies(const Call& call, OwnCopy<Arguments>... arguments) {
    call(arguments...);
}

template <class Body>
SCANLAB_UNOBSERVED void run_thread(void* body) {
    (*static_cast<Body*>(body))();
}

/// What is made for each list of parameters. (Every program that is compiled pays for what stands here,
/// once per launch: so there are few templates, and none of the standard library's.)
template <class Which, class... Parameters>
struct LaunchOf;
template <std::size_t... WHICH, class... Parameters>
struct LaunchOf<std::index_sequence<WHICH...>, Parameters...> {
    static_assert((sizeof(Parameters) + ... + 0) <= 32764,
                  "a kernel's parameters have at most 32764 bytes together");
    static constexpr std::size_t sizes[] = {sizeof(Parameters)..., 0};

    SCANLAB_UNOBSERVED static void run(const char* name, const void* function,
                                       const LaunchConfig& config, void** values) {
        const KernelArgument arguments[] = {
            kernel_argument(*static_cast<const Parameters*>(values[WHICH]))..., {}};
        const Launch launch{name, function, &config, arguments, sizeof...(Parameters)};
        if constexpr ((is_passed_by_address<Parameters> || ...)) {
            auto body = [function, ... kept = Kept<Parameters>(*static_cast<const Parameters*>(
                                       values[WHICH]))]() SCANLAB_UNOBSERVED {
                reinterpret_cast<void (*)(decltype(Own<Parameters>(kept.get()).passed())...)>(
                    const_cast<void*>(function))(Own<Parameters>(kept.get()).passed()...);
            };
            run_grid(launch, run_thread<decltype(body)>, &body, sizeof body);
        } else {
            auto body = [function, ... own = static_cast<Parameters&&>(
                                       *static_cast<Parameters*>(values[WHICH]))]() SCANLAB_UNOBSERVED {
                reinterpret_cast<void (*)(Parameters...)>(const_cast<void*>(function))(
                    const_cast<Parameters&&>(own)...);
            };
            run_grid(launch, run_thread<decltype(body)>, &body, sizeof body);
        }
    }
};

/// Of a reference a kernel gets the address, as any function does: what lies there, a GPU may not
/// reach.
template <class Parameter>
using Passed =
    std::conditional_t<std::is_reference_v<Parameter>, std::add_pointer_t<Parameter>, Parameter>;
template <class Parameter, class Argument>
SCANLAB_UNOBSERVED decltype(auto) passed(Argument& argument) {
    if constexpr (std::is_reference_v<Parameter>)
        return __builtin_addressof(argument);
    else
        return static_cast<Argument&&>(argument);
}

template <class... Parameters>
SCANLAB_UNOBSERVED KernelSignature signature_of(void (*)(Parameters...)) {
    using Of = LaunchOf<std::index_sequence_for<Parameters...>, Passed<Parameters>...>;
    return {&Of::run, Of::sizes, sizeof...(Parameters)};
}

/// Launches a kernel that has these parameters. (A reference to a value binds to an argument of the
/// same type, and to the result of converting any other.)
template <class... Parameters>
SCANLAB_UNOBSERVED void launch_kernel(const char* name, const LaunchConfig& config,
                                      void (*kernel)(Parameters...), const Parameters&... values) {
    void* arguments[] = {
        const_cast<void*>(static_cast<const volatile void*>(__builtin_addressof(values)))..., nullptr};
    submit(name, reinterpret_cast<const void*>(kernel), signature_of(kernel), config, arguments);
}

/// An argument that is spelled 0: a number, or a null pointer.
struct Zero {
    SCANLAB_UNOBSERVED operator int() const { return 0; }
    template <class T>
    SCANLAB_UNOBSERVED operator T*() const {
        return nullptr;
    }
};
/// An argument that is a list in braces; `make` knows what it is for a parameter.
template <class Make>
struct InBraces {
    Make make;
    template <class T>
    SCANLAB_UNOBSERVED operator T() const {
        return make(TypeIdentity<T>());
    }
};
template <class Make>
InBraces(Make) -> InBraces<Make>;
#define SCANLAB_IN_BRACES(...)                                                                         \
    ::scanlab::sim::InBraces {                                                                         \
        [&](auto scanlab_to) SCANLAB_UNOBSERVED ->                                                     \
            typename decltype(scanlab_to)::type { return __VA_ARGS__; }                                \
    }

template <class Argument, class Parameter>
concept CanBecome = std::is_same_v<Argument, Parameter> ||
    (std::is_reference_v<Parameter> ? std::is_convertible_v<Argument*, std::add_pointer_t<Parameter>>
                                    : std::is_convertible_v<Argument, Parameter>);

/// The type that a template deduces of an argument.
template <class Argument>
using Plain = std::conditional_t<std::is_same_v<Argument, Zero>, int, Argument>;

template <unsigned WHICH, class... Arguments>
struct WithConstants {
    template <class Argument, unsigned BIT>
    static constexpr bool is_pointer =
        BIT < 7 && std::is_pointer_v<Argument> && !std::is_const_v<std::remove_pointer_t<Argument>>;
    template <class Argument, unsigned BIT>
    using Parameter =
        std::conditional_t<(WHICH >> BIT & 1) != 0, std::add_const_t<std::remove_pointer_t<Argument>>*,
                           Plain<Argument>>;

    template <unsigned... BIT>
    static constexpr unsigned pointers_of(std::integer_sequence<unsigned, BIT...>) {
        return (0u | ... | (is_pointer<Arguments, BIT> ? 1u << BIT : 0u));
    }
    template <unsigned... BIT>
    static auto kernel_of(std::integer_sequence<unsigned, BIT...>)
        -> void (*)(Parameter<Arguments, BIT>...);

    using Bits = std::make_integer_sequence<unsigned, sizeof...(Arguments)>;
    static constexpr unsigned pointers = pointers_of(Bits());
    using Kernel = decltype(kernel_of(Bits()));
};

/// The name and the launch parameters, which wait for the kernel. The arguments are the host's own if a
/// reference may lead to them; else copies.
template <bool BY_REFERENCE, class... Arguments>
struct ReadyLaunch {
    const char* name;
    const LaunchConfig& config;

    /// What points to the kernel if its parameters are of the arguments' types, but for some pointers
    /// that lead to constants: each bit of WHICH stands for an argument.
    template <unsigned WHICH>
    using Pointer = typename WithConstants<WHICH, Arguments...>::Kernel;

    /// Calls `attempt` with one choice of constants after the other until it returns true.
    template <unsigned WHICH = 0, class Attempt>
    SCANLAB_UNOBSERVED static bool find(const Attempt& attempt) {
        using Which = std::integral_constant<unsigned, WHICH>;
        constexpr unsigned pointers = WithConstants<0, Arguments...>::pointers;
        constexpr unsigned next = ((WHICH | ~pointers) + 1) & pointers; // counts in these bits
        if constexpr (decltype(attempt(Which()))::value)
            return attempt(Which())();
        else if constexpr (next != 0)
            return find<next>(attempt);
        else
            return false;
    }

    template <class... Parameters>
    requires(sizeof...(Parameters) == sizeof...(Arguments) &&
             (CanBecome<Arguments, Parameters> && ...)) SCANLAB_UNOBSERVED
        void of(Arguments&... arguments, void (*kernel)(Parameters...)) const {
        static_assert(
            BY_REFERENCE || !(std::is_reference_v<Parameters> || ...),
            "a kernel with a reference among its parameters is launched in the file that defines it: "
            "pass a pointer to memory that the device reaches");
        if constexpr (BY_REFERENCE)
            launch_kernel<Passed<Parameters>...>(
                name, config, reinterpret_cast<void (*)(Passed<Parameters>...)>(kernel),
                passed<Parameters>(arguments)...);
        else
            launch_kernel<Parameters...>(name, config, kernel, static_cast<Arguments&&>(arguments)...);
    }

    /// Launches what is known by a call of it only, in which each thread converts the arguments itself.
    template <class Call>
    SCANLAB_UNOBSERVED void of_call(Arguments&... arguments, const Call& call) const {
        const KernelArgument known[] = {kernel_argument(arguments)..., {}};
        auto body = [call, ... kept = Kept<Arguments>(arguments)]() SCANLAB_UNOBSERVED {
            call_with_copies<Call, Plain<Arguments>...>(call, const_cast<Arguments&>(kept.get())...);
        };
        run_grid({name, nullptr, &config, known, sizeof...(arguments)}, run_thread<decltype(body)>,
                 &body, sizeof body);
    }
};

/// What `kernel<<<config>>>(args…)` is translated to, with SCANLAB_KERNEL(kernel). (By value: an
/// argument may be a bit field, or a constant that has no address.)
template <class Kernel, class... Arguments>
SCANLAB_UNOBSERVED void launch(const char* name, const LaunchConfig& config, const Kernel& kernel,
                               Arguments... arguments) {
    kernel(ReadyLaunch<false, Arguments...>{name, config}, arguments...);
}

/// The same, called with the arguments: of a launch between whose `>>>` and `(` a directive stands.
template <class Kernel>
SCANLAB_UNOBSERVED auto launch_with(const char* name, const LaunchConfig& config,
                                    const Kernel& kernel) {
    return [=](auto... arguments) SCANLAB_UNOBSERVED { launch(name, config, kernel, arguments...); };
}

/// The same for a kernel with references among its parameters.
template <class Kernel, class... Arguments>
SCANLAB_UNOBSERVED void launch_by_reference(const char* name, const LaunchConfig& config,
                                            const Kernel& kernel, Arguments&&... arguments) {
    kernel(ReadyLaunch<true, std::remove_reference_t<Arguments>...>{name, config}, arguments...);
}

// A kernel's name may mean many functions: the only one; or, of several, or of a template, the one
// whose parameters have the arguments' types; or the one that a call with the arguments chooses.
#define SCANLAB_KERNEL(...)                                                                            \
    [=](const auto& scanlab_launch, auto&... scanlab_of) SCANLAB_UNOBSERVED SCANLAB_AROUND_LAUNCH {    \
        using Launch = std::remove_cv_t<std::remove_reference_t<decltype(scanlab_launch)>>;            \
        const auto attempt = [&](auto which) SCANLAB_UNOBSERVED SCANLAB_AROUND_LAUNCH {                \
            using Pointer = typename Launch::template Pointer<decltype(which)::value>;                 \
            if constexpr (requires { static_cast<Pointer>(__VA_ARGS__); }) {                           \
                scanlab_launch.of(scanlab_of..., static_cast<Pointer>(__VA_ARGS__));                   \
                return std::true_type();                                                               \
            } else {                                                                                   \
                return std::false_type();                                                              \
            }                                                                                          \
        };                                                                                             \
        if constexpr (requires { scanlab_launch.of(scanlab_of..., __VA_ARGS__); })                     \
            scanlab_launch.of(scanlab_of..., __VA_ARGS__);                                             \
        else if (!Launch::find(attempt))                                                               \
            scanlab_launch.of_call(                                                                    \
                scanlab_of..., [=](auto&... scanlab_args) SCANLAB_UNOBSERVED SCANLAB_AROUND_LAUNCH {   \
                    static_assert(std::is_void_v<decltype(__VA_ARGS__(scanlab_args...))>,              \
                                  "a kernel returns nothing: declare it void");                        \
                    __VA_ARGS__(scanlab_args...);                                                      \
                });                                                                                    \
    }

// --- __launch_bounds__ -------------------------------------------------------------------------------

/// Remembers the bound of a kernel before main() begins.
template <auto KERNEL, int THREADS>
struct LaunchBounds {
    static inline const bool known =
        (bound_threads(reinterpret_cast<const void*>(KERNEL), THREADS), true);
};
struct BoundedKernel {
    template <class... Parameters>
    static consteval auto function(void (*kernel)(Parameters...)) {
        return kernel;
    }
    static consteval int threads(int threads, int = 0, int = 0) { return threads; }
};

// Stands in the kernel, where its template arguments are known, and is never executed. (The bound of a
// kernel that shares its name with others is not known.)
#define SCANLAB_LAUNCH_BOUNDS(bounds, ...)                                                             \
    if (false)                                                                                         \
        [](auto scanlab_kernel) {                                                                      \
            if constexpr (requires { scanlab_kernel.function(__VA_ARGS__); })                          \
                (void)&::scanlab::sim::LaunchBounds<decltype(scanlab_kernel)::function(__VA_ARGS__),   \
                                                    decltype(scanlab_kernel)::threads bounds>::known;  \
        }(::scanlab::sim::BoundedKernel());

} // namespace scanlab::sim
