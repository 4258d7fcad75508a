// HIP C++ for hipcc, clang's -x hip and HIPRTC (which needs no include). A plain C++17 compiler takes the text too.
#include "emit/cuda_like.hpp"
#include "emit/dialects.hpp"

namespace mapwright::emit {

namespace {

constexpr const char* hip_includes = R"(#if !defined(__HIPCC__)
#include <math.h>
#elif !defined(__HIPCC_RTC__)
#include <hip/hip_runtime.h>
#endif
)";

class Hip final : public CudaLike {
public:
  [[nodiscard]] std::string_view name() const override { return "hip"; }
  [[nodiscard]] std::string_view extension() const override { return ".hip.hpp"; }

protected:
  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return open(unit, "HIP C++", "_HIP_HPP", prologue(hip_includes));
  }
  [[nodiscard]] std::string compiler_macro() const override { return "__HIPCC__"; }
  [[nodiscard]] std::string device_macro() const override { return "__HIP_DEVICE_COMPILE__"; }
};

} // namespace

std::unique_ptr<Dialect> new_hip() {
  return std::make_unique<Hip>();
}

} // namespace mapwright::emit
