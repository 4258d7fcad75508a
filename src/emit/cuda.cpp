// CUDA C++ for nvcc and NVRTC (C++17; NVRTC needs no include). A plain C++17 compiler takes the text too: the host's
// part of a program may live in a file that nvcc never sees.
#include "emit/cuda_like.hpp"
#include "emit/dialects.hpp"

namespace mapwright::emit {

namespace {

class Cuda final : public CudaLike {
public:
  [[nodiscard]] std::string_view name() const override { return "cuda"; }
  [[nodiscard]] std::string_view extension() const override { return ".cuh"; }

protected:
  [[nodiscard]] std::string open_file(const Unit& unit) const override {
    return open(unit, "CUDA C++", "_CUH", prologue("#ifndef __CUDACC__\n#include <math.h>\n#endif\n"));
  }
  [[nodiscard]] std::string compiler_macro() const override { return "__CUDACC__"; }
  [[nodiscard]] std::string device_macro() const override { return "__CUDA_ARCH__"; }
};

} // namespace

std::unique_ptr<Dialect> new_cuda() {
  return std::make_unique<Cuda>();
}

} // namespace mapwright::emit
