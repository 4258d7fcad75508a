// The fixed pieces of the program a C or C++ candidate is compiled into, in the order in which they are put together
// (harness.cpp). They are not part of our own program.
#pragma once

#include <string_view>

namespace mapwright::index_map::candidate::harness_text {

/// What C has and C++ has not, and CUDA's qualifiers; a main of the candidate's own must not be ours.
inline constexpr std::string_view prologue = R"(#define main mapwright_candidate_main
#define restrict __restrict__
#define __host__
#define __device__
#define __forceinline__ inline
)";

inline constexpr std::string_view types = R"(
#undef main
#undef restrict
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>
#include <fcntl.h>
#include <unistd.h>
// Not <pthread.h>: its text does not stand the words that OpenCL C has for address spaces.
extern "C" int pthread_atfork(void (*)(), void (*)(), void (*)()) noexcept;
namespace mapwright_harness {
using word = std::int64_t;

struct Callee {
  template <class... A> auto operator()(A&&... a) const -> decltype(MAPWRIGHT_FUNCTION(static_cast<A&&>(a)...)) {
    return MAPWRIGHT_FUNCTION(static_cast<A&&>(a)...);
  }
};

template <class T> word to_word(T v) {
  if constexpr (std::is_floating_point_v<T>) {
    if (!(v >= -9.2e18 && v <= 9.2e18) || static_cast<T>(static_cast<word>(v)) != v) {
      return std::numeric_limits<word>::min();
    }
  }
  return static_cast<word>(v);
}

template <class T> constexpr word greatest() {
  if constexpr (std::is_floating_point_v<T>) {
    return word{1} << (std::numeric_limits<T>::digits < 62 ? std::numeric_limits<T>::digits : 62);
  } else {
    return static_cast<unsigned long long>(std::numeric_limits<T>::max()) > 9223372036854775807ULL
               ? 9223372036854775807LL
               : static_cast<word>(std::numeric_limits<T>::max());
  }
}

template <class T> constexpr bool is_number = std::is_arithmetic_v<T> && !std::is_same_v<T, bool>;
template <class A> constexpr bool is_value =
    is_number<std::remove_cvref_t<A>> && !(std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>>);
template <class A> constexpr bool is_reference =
    std::is_lvalue_reference_v<A> && !std::is_const_v<std::remove_reference_t<A>> && is_number<std::remove_cvref_t<A>>;
template <class A> constexpr bool is_pointer =
    std::is_pointer_v<std::remove_cvref_t<A>> && !std::is_const_v<std::remove_pointer_t<std::remove_cvref_t<A>>> &&
    is_number<std::remove_pointer_t<std::remove_cvref_t<A>>>;
template <class A> using target = std::remove_cv_t<std::remove_pointer_t<std::remove_cvref_t<A>>>;

struct anything {
  std::size_t number;
  template <class T> constexpr operator T() const;
};
template <class R, std::size_t... I> constexpr bool braces(std::index_sequence<I...>) {
  return requires { R{anything{I}...}; };
}
template <class R> constexpr bool has_members() {
  return std::is_aggregate_v<R> && braces<R>(std::make_index_sequence<dimensions>()) &&
         !braces<R>(std::make_index_sequence<dimensions + 1>());
}

template <class R, std::size_t... I> void store_tuple(const R& r, word* out, std::index_sequence<I...>) {
  ((out[I] = to_word(std::get<I>(r))), ...);
}

/// The point a result is, as words.
template <class R> void store(const R& r, word* out) {
  if constexpr (is_number<R> && dimensions == 1) {
    out[0] = to_word(r);
)";

inline constexpr std::string_view store_rest = R"(
  } else if constexpr (requires { std::tuple_size<R>::value; }) {
    static_assert(std::tuple_size<R>::value == dimensions, "mapwright: the result has another number of coordinates");
    store_tuple(r, out, std::make_index_sequence<dimensions>());
  } else if constexpr (requires { r[0]; r.size(); }) {
    for (std::size_t d = 0; d < dimensions; ++d) {
      out[d] = d < r.size() ? to_word(r[d]) : std::numeric_limits<word>::min();
    }
  } else if constexpr (has_members<R>()) {
    store_members(r, out);
  } else {
    static_assert(!sizeof(R), "mapwright: the result is not a point of the domain");
  }
}
)";

inline constexpr std::string_view calls = R"(
/// Room on both sides of an output; a function that writes there writes out of bounds.
constexpr std::size_t guard = 8;
constexpr int guard_value = 90;
template <class T, std::size_t N> struct guarded {
  T all[guard + N + guard];
  guarded() {
    for (T& one : all) {
      one = static_cast<T>(guard_value);
    }
    for (std::size_t i = 0; i < N; ++i) {
      at()[i] = static_cast<T>(-1);
    }
  }
  T* at() { return all + guard; }
  void check() const {
    for (std::size_t i = 0; i < guard; ++i) {
      if (all[i] != static_cast<T>(guard_value) || all[guard + N + i] != static_cast<T>(guard_value)) {
        _exit(out_of_bounds_code);
      }
    }
  }
};

/// Calls with `S` sizes (all or none), the index, and outputs of these types.
template <class... Ins> struct inputs {
  template <class... Outs> static void call(const word* in, word* out) {
    in += sizes + 1 - sizeof...(Ins);
    call_indexed<Outs...>(in, out, std::make_index_sequence<sizeof...(Ins)>(), std::make_index_sequence<sizeof...(Outs)>());
  }

private:
  template <class A, class T> static constexpr decltype(auto) pass(T* at) {
    if constexpr (is_pointer<A>) {
      return static_cast<T*>(at);
    } else {
      return static_cast<T&>(*at);
    }
  }
  template <class... Outs, std::size_t... I, std::size_t... O>
  static void call_indexed(const word* in, word* out, std::index_sequence<I...>, std::index_sequence<O...>) {
    if constexpr (sizeof...(Outs) == 0) {
      store(Callee{}(static_cast<std::remove_cvref_t<Ins>>(in[I])...), out);
    } else if constexpr (sizeof...(Outs) == 1 && dimensions > 1) {
      using T = target<std::tuple_element_t<0, std::tuple<Outs...>>>;
      guarded<T, dimensions> all;
      Callee{}(static_cast<std::remove_cvref_t<Ins>>(in[I])..., all.at());
      all.check();
      for (std::size_t d = 0; d < dimensions; ++d) {
        out[d] = to_word(all.at()[d]);
      }
    } else {
      std::tuple<guarded<target<Outs>, 1>...> all;
      Callee{}(static_cast<std::remove_cvref_t<Ins>>(in[I])..., pass<Outs>(std::get<O>(all).at())...);
      (std::get<O>(all).check(), ...);
      ((out[O] = to_word(*std::get<O>(all).at())), ...);
    }
  }
};

struct Form {
  void (*call)(const word*, word*) = nullptr;
  word greatest_input = 0;
  word limits[sizes + 1] = {};
  word coordinate = std::numeric_limits<word>::max();
  bool takes_sizes = false;
};

template <class... Ins, class... Outs> Form make(std::tuple<Ins...>*, std::tuple<Outs...>*) {
  Form form;
  form.call = &inputs<Ins...>::template call<Outs...>;
  form.takes_sizes = sizes > 0 && sizeof...(Ins) == sizes + 1;
  const word all[] = {greatest<std::remove_cvref_t<Ins>>()...};
  for (std::size_t i = 0; i < sizes + 1; ++i) {
    const std::size_t unused = sizes + 1 - sizeof...(Ins);
    form.limits[i] = i < unused ? std::numeric_limits<word>::max() : all[i - unused];
  }
  ((form.coordinate = greatest<target<Outs>>() < form.coordinate ? greatest<target<Outs>>() : form.coordinate), ...);
  return form;
}
)";

inline constexpr std::string_view by_type = R"(
template <class F> struct shape { static_assert(!sizeof(F), "mapwright: not a function with a type of its own"); };
template <class R, class... A> struct shape<R (*)(A...)> { using arguments = std::tuple<A...>; using result = R; };
template <class R, class... A> struct shape<R (*)(A...) noexcept> : shape<R (*)(A...)> {};

template <class Tuple, std::size_t From, std::size_t... I> auto part(std::index_sequence<I...>)
    -> std::tuple<std::tuple_element_t<From + I, Tuple>...>*;

template <class Tuple, std::size_t... I> constexpr bool all_values(std::index_sequence<I...>) {
  return (is_value<std::tuple_element_t<I, Tuple>> && ...);
}
template <class Tuple, std::size_t From, std::size_t... I> constexpr bool all_outputs(std::index_sequence<I...>) {
  return ((is_reference<std::tuple_element_t<From + I, Tuple>> || is_pointer<std::tuple_element_t<From + I, Tuple>>) && ...);
}

/// Whether the arguments are `ins` numbers, then outputs.
template <class F, std::size_t Ins> constexpr bool takes() {
  using A = typename shape<F>::arguments;
  constexpr std::size_t n = std::tuple_size_v<A>;
  if constexpr (n < Ins) {
    return false;
  } else if constexpr (n == Ins) {
    return !std::is_void_v<typename shape<F>::result> && all_values<A>(std::make_index_sequence<Ins>());
  } else if constexpr (n == Ins + 1 && dimensions > 1) {
    return is_pointer<std::tuple_element_t<Ins, A>> && all_values<A>(std::make_index_sequence<Ins>());
  } else {
    return n == Ins + dimensions && all_values<A>(std::make_index_sequence<Ins>()) &&
           all_outputs<A, Ins>(std::make_index_sequence<n - Ins>());
  }
}

template <class F, std::size_t Ins> Form form_with() {
  using A = typename shape<F>::arguments;
  return make(decltype(part<A, 0>(std::make_index_sequence<Ins>()))(nullptr),
              decltype(part<A, Ins>(std::make_index_sequence<std::tuple_size_v<A> - Ins>()))(nullptr));
}

template <class F> Form find_form() {
  if constexpr (takes<F, sizes + 1>()) {
    return form_with<F, sizes + 1>();
  } else {
    static_assert(takes<F, 1>(), "mapwright: the arguments are not the sizes, the index and the coordinates");
    return form_with<F, 1>();
  }
}
inline Form form() { return find_form<decltype(&MAPWRIGHT_FUNCTION)>(); }
)";

inline constexpr std::string_view by_trial = R"(
template <std::size_t N, class T, class... More> struct repeat : repeat<N - 1, T, T, More...> {};
template <class T, class... More> struct repeat<0, T, More...> { using type = std::tuple<More...>; };
template <class... Ins, class... Outs> constexpr bool fits(std::tuple<Ins...>*, std::tuple<Outs...>*) {
  if constexpr (sizeof...(Outs) == 0) {
    if constexpr (std::is_invocable_v<Callee, Ins...>) {
      return !std::is_void_v<std::invoke_result_t<Callee, Ins...>>;
    } else {
      return false;
    }
  } else {
    return std::is_invocable_v<Callee, Ins..., Outs...>;
  }
}
template <class T, std::size_t Ins, class Next> Form try_with(Next next) {
  using In = typename repeat<Ins, T>::type*;
  using References = typename repeat<dimensions, T&>::type*;
  using Values = typename repeat<dimensions, T>::type*;
  using Pointers = typename repeat<dimensions, T*>::type*;
  using Array = std::tuple<T*>*;
  using Nothing = std::tuple<>*;
  if constexpr (fits(In(nullptr), References(nullptr)) && !fits(In(nullptr), Values(nullptr))) {
    return make(In(nullptr), References(nullptr));
  } else if constexpr (fits(In(nullptr), Pointers(nullptr))) {
    return make(In(nullptr), Pointers(nullptr));
  } else if constexpr (dimensions > 1 && fits(In(nullptr), Array(nullptr))) {
    return make(In(nullptr), Array(nullptr));
  } else if constexpr (fits(In(nullptr), Nothing(nullptr))) {
    return make(In(nullptr), Nothing(nullptr));
  } else {
    return next(0);
  }
}
template <class... None> struct trial {
  template <class Tag> static Form form() {
    static_assert(!sizeof(Tag), "mapwright: the function cannot be called with the sizes, the index and the coordinates");
    return {};
  }
};
template <class T, class... More> struct trial<T, More...> {
  template <class Tag> static Form form() { // what is not called is not instantiated
    return try_with<T, sizes + 1>([](auto all) {
      return try_with<T, 1>([](auto tag) { return trial<More...>::template form<decltype(tag)>(); });
    });
  }
};
inline Form form() {
  return trial<std::int64_t, long long, int, unsigned, unsigned long, unsigned long long>::form<int>();
}
)";

inline constexpr std::string_view program = R"(
inline bool read_all(void* to, std::size_t size) {
  static char buffer[1 << 16];
  static std::size_t held = 0;
  static std::size_t taken = 0;
  char* at = static_cast<char*>(to);
  while (size > 0) {
    if (taken == held) {
      const ssize_t n = read(0, buffer, sizeof buffer);
      if (n <= 0) {
        return false;
      }
      held = static_cast<std::size_t>(n);
      taken = 0;
    }
    const std::size_t part = size < held - taken ? size : held - taken;
    std::memcpy(at, buffer + taken, part);
    at += part;
    taken += part;
    size -= part;
  }
  return true;
}
inline void write_all(int fd, const void* from, std::size_t size) {
  const char* at = static_cast<const char*>(from);
  while (size > 0) {
    const ssize_t n = write(fd, at, size);
    if (n <= 0) {
      _exit(120);
    }
    at += n;
    size -= static_cast<std::size_t>(n);
  }
}
/// The descriptor of the points. A process the function starts must neither answer nor read in our place.
inline int channel = -1;
inline void leave_channel() {
  close(channel);
  close(0);
}
inline int run(const char* mode) {
  const Form f = form();
  if (std::strcmp(mode, "limits") == 0) {
    std::printf("\n");
    for (std::size_t i = 0; i < sizes + 1; ++i) {
      std::printf("%lld ", static_cast<long long>(f.limits[i]));
    }
    std::printf("%lld %d\n", static_cast<long long>(f.coordinate), f.takes_sizes ? 1 : 0);
    return 0;
  }
  const std::size_t most = std::strcmp(mode, "careful") == 0 ? 1 : 4096;
  const int out = dup(1); // what the function prints must not mix with the points
  const int null = open("/dev/null", O_WRONLY);
  if (out < 0 || null < 0 || dup2(null, 1) < 0) {
    return 121;
  }
  channel = out;
  pthread_atfork(nullptr, nullptr, leave_channel);
  write_all(out, &magic, sizeof magic);
  static word buffer[4096 * dimensions];
  word request[sizes + 2];
  std::size_t held = 0;
  while (read_all(request, sizeof request)) {
    word count = request[sizes + 1];
    while (count-- > 0) {
      f.call(request, buffer + held * dimensions);
      ++request[sizes];
      if (++held == most) {
        write_all(out, buffer, held * dimensions * sizeof(word));
        held = 0;
      }
    }
  }
  write_all(out, buffer, held * dimensions * sizeof(word));
  return 0;
}
} // namespace mapwright_harness
int main(int argc, char** argv) {
  const int code = argc > 1 ? mapwright_harness::run(argv[1]) : 122;
  std::fflush(stdout);
  _exit(code);
}
)";

} // namespace mapwright::index_map::candidate::harness_text
