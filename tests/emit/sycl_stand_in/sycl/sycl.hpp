// A stand-in for SYCL on one thread of the host: what emitted index maps and their launch use of it, and no more.
// Kernels are copied as a device would copy them; work-items run one after the other.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <system_error>
#include <type_traits>

namespace sycl {

inline float sqrt(float x) {
  return std::sqrt(x);
}
inline double sqrt(double x) {
  return std::sqrt(x);
}
inline float cbrt(float x) {
  return std::cbrt(x);
}
inline double cbrt(double x) {
  return std::cbrt(x);
}
inline float floor(float x) {
  return std::floor(x);
}

template <class Integer> Integer clz(Integer x) {
  return static_cast<Integer>(std::countl_zero(static_cast<std::make_unsigned_t<Integer>>(x)));
}

inline std::uint32_t mul_hi(std::uint32_t a, std::uint32_t b) {
  return static_cast<std::uint32_t>((static_cast<std::uint64_t>(a) * b) >> 32);
}
inline std::uint64_t mul_hi(std::uint64_t a, std::uint64_t b) {
  __extension__ typedef unsigned __int128 wide;
  return static_cast<std::uint64_t>((static_cast<wide>(a) * b) >> 64);
}

enum class errc { success, nd_range };

inline std::error_code make_error_code(errc code) {
  return {static_cast<int>(code), std::generic_category()};
}

class exception : public std::runtime_error {
public:
  exception(std::error_code, const char* what) : std::runtime_error(what) {}
};

class event {};

template <int N> class range {
public:
  range(std::size_t a, std::size_t b, std::size_t c) : sizes_{a, b, c} {}
  std::size_t operator[](int at) const { return sizes_[at]; }
  std::size_t size() const { return sizes_[0] * sizes_[1] * sizes_[2]; }

private:
  std::size_t sizes_[N];
};

template <int N> class nd_range {
public:
  nd_range(range<N> all, range<N> group) : all_(all) {
    for (int at = 0; at < N; ++at) {
      if (group[at] == 0 || all[at] % group[at] != 0) {
        throw exception(make_error_code(errc::nd_range), "the global size is no multiple of the local size");
      }
    }
  }
  std::size_t size() const { return all_.size(); }

private:
  range<N> all_;
};

template <int N> class nd_item {
public:
  explicit nd_item(std::size_t id) : id_(id) {}
  std::size_t get_global_linear_id() const { return id_; }

private:
  std::size_t id_;
};

class queue {
public:
  template <class Kernel> event parallel_for(nd_range<3> sizes, const Kernel kernel) {
    static_assert(std::is_trivially_copyable_v<Kernel>, "a device kernel captures plain data");
    for (std::size_t id = 0; id < sizes.size(); ++id) {
      kernel(nd_item<3>(id));
    }
    return {};
  }
};

} // namespace sycl
