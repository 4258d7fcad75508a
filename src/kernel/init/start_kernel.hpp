// The file of a user's kernel as the starting kernel of its task.
#pragma once

#include "kernel/init/annotation.hpp"
#include "kernel/init/edits.hpp"
#include "kernel/init/parameters.hpp"
#include "kernel/init/signature.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace mapwright::kernel {

/// A starting kernel.
struct StartKernel {
  std::string entry; ///< the C++ function that the judge calls; of device kernels the function's name
  std::string text;
  std::vector<std::string> changed{}; ///< what is not as it was: sentences for people
};

/// What the file is made of.
struct KernelFile {
  Backend backend = Backend::cpp;
  std::string_view source; ///< the whole file, with what is no kernel blanked out
  const std::string& file; ///< what errors call it
  const Signature& signature;
  std::vector<Edit> removed; ///< what is no kernel
};

/// The file without what is no kernel. C++: a function with the task's signature calls the kernel when its own differs.
/// Devices: sizes become 64-bit integers, the launch is written into the first comment where the file has none. Input
/// error at the kernel: nothing says how it is launched.
Result<StartKernel> make_start_kernel(const KernelFile& kernel, const MadeParameters& parameters,
                                      const ItemsNote& launch, Settings& settings);

} // namespace mapwright::kernel
