#include "kernel/rewrite/device/accumulators.hpp"
#include "kernel/rewrite/device/experiments.hpp"
#include "kernel/rewrite/names.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite::device {

namespace {

/// Sets that make sense together, the mildest first.
std::vector<std::vector<std::string>> option_sets(Backend backend) {
  switch (backend) {
  case Backend::opencl:
    return {{"-cl-mad-enable", "-cl-no-signed-zeros"}, {"-cl-unsafe-math-optimizations"}, {"-cl-fast-relaxed-math"}};
  case Backend::cuda:
    return {{"--extra-device-vectorization"}, {"--use_fast_math"}, {"--maxrregcount=64"}};
  case Backend::hip:
    return {{"-fno-math-errno"}, {"-ffast-math"}};
  case Backend::cpp:
    break;
  }
  return {};
}

/// Options that let the compiler take it that there are no infinities and no NaN.
bool assumes_finite(const std::string& option) {
  return option == "-cl-fast-relaxed-math" || option == "-cl-finite-math-only" || option == "-ffast-math";
}

bool speaks_of_nan(const Source& source) {
  return has_any(source.text, {"NAN", "INFINITY", "isnan", "isinf", "isfinite"});
}

} // namespace

Drafts build_options(const Subject& subject) {
  Drafts drafts;
  if (uses(subject.source.text, "float") == 0) { // they are about floating-point arithmetic
    return drafts;
  }
  const std::vector<std::string>& present = subject.candidate.options;
  for (const std::vector<std::string>& set : option_sets(subject.candidate.backend)) {
    const auto known = [&](const std::string& option) {
      return std::find(present.begin(), present.end(), option) != present.end();
    };
    if (std::any_of(set.begin(), set.end(), known) ||
        (speaks_of_nan(subject.source) && std::any_of(set.begin(), set.end(), assumes_finite))) {
      continue;
    }
    Draft draft;
    draft.site = fmt::format("the options {}", fmt::join(set, " "));
    draft.options = set;
    draft.rubric = {fmt::format("The compiler is given `{}`.", fmt::join(set, "` `"))};
    drafts.push_back(std::move(draft));
  }
  return drafts;
}

} // namespace mapwright::kernel::rewrite::device
