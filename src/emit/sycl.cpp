// SYCL 2020: functions for kernels and hosts, and a launch over the indices of a map.
#include "emit/dialects.hpp"
#include "emit/standard_cpp.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* sycl_includes = R"(#include <cstdint>
#include <sycl/sycl.hpp>
// Define MAPWRIGHT_NO_FP64 for devices without sycl::aspect::fp64: every function keeps its values.
#if !defined(MAPWRIGHT_NO_FP64) && !defined(MAPWRIGHT_FP64)
#define MAPWRIGHT_FP64 1
#endif
)";

constexpr const char* for_each_text = R"(
// Runs body(w) on the queue's device for every w with 0 <= w < count, each in a work-item of its own; count <= 2^62.
// `body` takes a std::int64_t and is copied to the device. Throws sycl::exception where no grid is large enough.
template <class Body>
sycl::event for_each(sycl::queue& queue, std::int64_t count, Body body, std::int64_t block = 256) {
  if (count <= 0) {
    return {};
  }
  const grid g = split(count, block);
  if (g.x == 0) {
    throw sycl::exception(sycl::make_error_code(sycl::errc::nd_range), "no grid holds so many work-items");
  }
  const auto size = [](std::int64_t words) { return static_cast<std::size_t>(words); };
  const sycl::range<3> all(size(g.z), size(g.y), size(g.x * block));
  const sycl::range<3> group(1, 1, size(block));
  return queue.parallel_for(sycl::nd_range<3>(all, group), [=](sycl::nd_item<3> item) {
    const std::int64_t w = static_cast<std::int64_t>(item.get_global_linear_id());
    if (w < count) {
      body(w);
    }
  });
}
)";

class Sycl final : public StandardCpp {
public:
  [[nodiscard]] std::string_view name() const override { return "sycl"; }
  [[nodiscard]] std::string_view extension() const override { return ".sycl.hpp"; }

protected:
  [[nodiscard]] Spelling spelling(const Unit&, int bits) const override {
    Spelling s = common_spelling(bits);
    s.qualifier = "inline";
    s.math_prefix = "sycl::";
    s.fp64_macro = "MAPWRIGHT_FP64";
    s.count_leading_zeros = "  return " + std::to_string(bits - 1) + " - index_t(sycl::clz(natural_t(x)));";
    s.multiply_high = "  return sycl::mul_hi(a, b);";
    return s;
  }

  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return open(unit, "SYCL 2020", "_SYCL_HPP", sycl_includes);
  }

  [[nodiscard]] std::string launch(const Unit&) const override {
    return "namespace launch {\n\n" + split_text("inline") + for_each_text + "\n} // namespace launch\n\n";
  }
};

} // namespace

std::unique_ptr<Dialect> new_sycl() {
  return std::make_unique<Sycl>();
}

} // namespace mapwright::emit
