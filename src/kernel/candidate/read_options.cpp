// options of a candidate: what its device's compiler is told besides the macros.
#include "kernel/candidate/read_blocks.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

std::vector<std::string_view> known_options(Backend backend) {
  switch (backend) {
  case Backend::opencl:
    return {"-cl-mad-enable",
            "-cl-no-signed-zeros",
            "-cl-finite-math-only",
            "-cl-unsafe-math-optimizations",
            "-cl-fast-relaxed-math",
            "-cl-denorms-are-zero",
            "-cl-single-precision-constant"};
  case Backend::cuda:
    return {"--use_fast_math",   "--ftz=true",        "--prec-div=false",
            "--prec-sqrt=false", "--fmad=false",      "--extra-device-vectorization",
            "--maxrregcount=32", "--maxrregcount=64", "--maxrregcount=128"};
  case Backend::hip:
    return {"-ffast-math", "-fno-math-errno", "-ffp-contract=fast", "-fgpu-flush-denormals-to-zero",
            "-munsafe-fp-atomics"};
  case Backend::cpp:
    break;
  }
  return {};
}

void read_options(Section& root, KernelCandidate& candidate) {
  std::vector<std::string> options;
  root.texts("options", options);
  const std::vector<std::string_view> known = known_options(candidate.backend);
  if (known.empty() && !options.empty()) {
    root.refuse("options", "a C++ kernel has no options of a device's compiler");
    return;
  }
  for (std::size_t i = 0; i < options.size(); ++i) {
    if (std::find(known.begin(), known.end(), options[i]) == known.end()) {
      root.refuse_within(
          "options", i, 0,
          fmt::format("'{}' is no option that {} kernels may ask for", options[i], to_string(candidate.backend)),
          fmt::format("choose from {}", fmt::join(known, " ")));
    } else if (std::find(options.begin(), options.begin() + static_cast<std::ptrdiff_t>(i), options[i]) !=
               options.begin() + static_cast<std::ptrdiff_t>(i)) {
      root.refuse_within("options", i, 0, fmt::format("'{}' is there twice", options[i]));
    }
  }
  candidate.options = std::move(options);
}

} // namespace mapwright::kernel
