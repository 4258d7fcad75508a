// NVRTC, NVIDIA's run-time compiler for CUDA C++: needs neither a GPU nor a driver.
#pragma once

#include "core/error.hpp"
#include "device/runtime_compiler.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace mapwright::device {

/// What NVRTC makes.
enum class CudaImage : std::uint8_t {
  cubin, ///< machine code for one architecture
  ptx,   ///< virtual machine code that the driver translates for this and later architectures
};

/// One compilation.
struct NvrtcJob {
  std::string source{};
  std::string architecture = "sm_90"; ///< "sm_NN", one of nvrtc_architectures()
  CudaImage image = CudaImage::cubin;
  std::vector<std::string> options{}; ///< as nvrtcCompileProgram takes them; the toolkit's headers are found without
};

/// What came of it: the bytes of the cubin (an ELF file) or the text of the PTX.
using NvrtcOutput = CompiledCode;

/// What is installed.
struct NvrtcVersion {
  int major = 0;
  int minor = 0;
  std::string library{}; ///< the name or path under which it was opened
};

/// The installed NVRTC: in CUDA_HOME or CUDA_PATH, where the dynamic linker finds it, or in /usr/local/cuda. Opened
/// once. Machine error naming the package when there is none.
Result<NvrtcVersion> nvrtc_version();

/// Architectures it can compile for, ascending: 75 stands for sm_75.
Result<std::vector<int>> nvrtc_architectures();

/// Compiles. Input error for an unknown architecture or option; machine error without NVRTC. Thread-safe.
Result<NvrtcOutput> nvrtc_compile(const NvrtcJob& job);

} // namespace mapwright::device
