// compiler and flags of a candidate.
#include "core/suggest.hpp"
#include "kernel/candidate/read_blocks.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

const std::vector<std::string>& allowed_flags() {
  static const std::vector<std::string> flags{"-O1",
                                              "-O2",
                                              "-O3",
                                              "-Ofast",
                                              "-ffast-math",
                                              "-fassociative-math",
                                              "-freciprocal-math",
                                              "-ffinite-math-only",
                                              "-fno-signed-zeros",
                                              "-fno-trapping-math",
                                              "-fno-math-errno",
                                              "-ffp-contract=off",
                                              "-ffp-contract=fast",
                                              "-funroll-loops",
                                              "-fno-tree-vectorize",
                                              "-mprefer-vector-width=128",
                                              "-mprefer-vector-width=256",
                                              "-mprefer-vector-width=512",
                                              "polly"};
  return flags;
}

void read_build(Section& root, KernelCandidate& candidate) {
  const bool cpp = candidate.backend == Backend::cpp;
  const std::vector<std::string> compilers{"g++", "clang++"};
  for (const char* key : {"compiler", "flags"}) {
    if (root.has(key) && !cpp) {
      root.refuse(key, fmt::format("only a C++ kernel can choose '{}'", key));
    }
  }
  root.text("compiler", candidate.compiler);
  if (!candidate.compiler.empty() &&
      std::find(compilers.begin(), compilers.end(), candidate.compiler) == compilers.end()) {
    root.refuse("compiler", fmt::format("'{}' is no compiler a kernel can choose", candidate.compiler),
                suggest(candidate.compiler, compilers, "expected g++ or clang++"));
  }
  if (!root.has("flags")) {
    std::string none;
    root.text("flags", none); // asked for in any case, so that the key is known
    return;
  }
  root.texts("flags", candidate.flags);
  const std::vector<std::string>& allowed = allowed_flags();
  for (std::size_t i = 0; i < candidate.flags.size(); ++i) {
    const std::string& flag = candidate.flags[i];
    if (std::find(allowed.begin(), allowed.end(), flag) == allowed.end()) {
      root.refuse_within("flags", i, 0, fmt::format("'{}' is no flag a kernel can choose", flag),
                         suggest(flag, allowed, fmt::format("expected one of: {}", fmt::join(allowed, ", "))));
    }
    if (flag == "polly" && candidate.compiler != "clang++") {
      root.refuse_within("flags", i, 0, "'polly' belongs to another compiler", "add compiler = \"clang++\"");
    }
  }
}

} // namespace mapwright::kernel
