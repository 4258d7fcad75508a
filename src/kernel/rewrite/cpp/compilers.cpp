// Experiments that leave the source as it is and build it in another way (docs/kernel-tasks.md).
#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/loops.hpp"

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel::rewrite {
namespace {

using Flags = std::vector<std::string>;

bool has_flag(const Subject& subject, const std::string& flag) {
  const Flags& flags = subject.candidate.flags;
  return std::find(flags.begin(), flags.end(), flag) != flags.end();
}

/// The source with these flags besides those it has.
Variant with_flags(const Subject& subject, const std::string& site, const Flags& more) {
  Flags flags = subject.candidate.flags;
  for (const std::string& flag : more) {
    if (!has_flag(subject, flag)) {
      flags.push_back(flag);
    }
  }
  return {"",
          site,
          with_key(subject.source.text, "flags", fmt::format("[\"{}\"]", fmt::join(flags, "\", \""))),
          {fmt::format("it is built with the flags `{}`", fmt::join(more, "` `"))}};
}

/// Whether the source reckons with infinities or with what is no number, which -ffast-math takes for impossible.
bool uses_special_numbers(const Source& source) {
  for (const char* word :
       {"INFINITY", "NAN", "isnan", "isinf", "isfinite", "infinity()", "quiet_NaN", "__builtin_nan", "__builtin_inf"}) {
    if (source.text.find(word) != std::string::npos) {
      return true;
    }
  }
  return false;
}

bool uses_floats(const Source& source) {
  return source.text.find("float") != std::string::npos || source.text.find("double") != std::string::npos;
}

std::vector<Variant> relax_arithmetic(const Subject& subject) {
  if (has_flag(subject, "-ffast-math") || !uses_floats(subject.source)) {
    return {};
  }
  std::vector<Variant> result;
  if (!has_flag(subject, "-fassociative-math")) {
    result.push_back(with_flags(subject, "sums in any order",
                                {"-fno-math-errno", "-fno-trapping-math", "-fno-signed-zeros", "-fassociative-math"}));
  }
  if (!uses_special_numbers(subject.source)) {
    result.push_back(with_flags(subject, "all of it", {"-ffast-math"}));
  }
  return result;
}

bool has_clang() {
  std::error_code ignored;
  return std::filesystem::exists("/usr/bin/clang++", ignored) ||
         std::filesystem::exists("/usr/local/bin/clang++", ignored);
}

std::vector<Variant> change_compiler(const Subject& subject) {
  const bool gnu = subject.candidate.compiler.empty() || subject.candidate.compiler == "g++";
  if (has_flag(subject, "polly") || (gnu && !has_clang())) {
    return {};
  }
  const std::string other = gnu ? "clang++" : "g++";
  return {{"",
           other,
           with_key(subject.source.text, "compiler", fmt::format("\"{}\"", other)),
           {fmt::format("it is built with `{}`", other)}}};
}

std::vector<Variant> polyhedral(const Subject& subject) {
  if (has_flag(subject, "polly") || !has_clang() || counted_loops(subject.source).empty()) {
    return {};
  }
  Variant variant = with_flags(subject, "the whole source", {"polly"});
  variant.source = with_key(variant.source, "compiler", "\"clang++\"");
  return {variant};
}

std::vector<Variant> widen_vectors(const Subject& subject) {
  if (has_flag(subject, "-mprefer-vector-width=512") || !uses_floats(subject.source)) {
    return {};
  }
  return {with_flags(subject, "the whole source", {"-mprefer-vector-width=512"})};
}

} // namespace

Rule fast_math() {
  return {{.name = "fast-math",
           .kind = AvenueKind::compiler,
           .hypothesis = "allowed to reorder sums, the compiler makes them with vector instructions",
           .applies = "floating-point arithmetic; all of -ffast-math only without infinities and NaN",
           .backends = {Backend::cpp},
           .gain = {1, 5},
           .innovation = 15},
          relax_arithmetic};
}

Rule other_compiler() {
  return {{.name = "other-compiler",
           .kind = AvenueKind::compiler,
           .hypothesis = "compilers differ in what they unroll and vectorise",
           .applies = "any source, where the other compiler is installed",
           .backends = {Backend::cpp},
           .gain = {0.6, 1.35},
           .innovation = 10},
          change_compiler};
}

Rule polly() {
  return {{.name = "polly",
           .kind = AvenueKind::compiler,
           .hypothesis = "the polyhedral optimiser of LLVM tiles and exchanges loops by itself",
           .applies = "a source with counting loops, where clang++ is installed",
           .backends = {Backend::cpp},
           .gain = {0.55, 2.4},
           .innovation = 20},
          polyhedral};
}

Rule wide_vectors() {
  return {{.name = "wide-vectors",
           .kind = AvenueKind::compiler,
           .hypothesis = "the compiler keeps to half of the widest vectors there are",
           .applies = "floating-point arithmetic",
           .backends = {Backend::cpp},
           .gain = {0.7, 1.3},
           .innovation = 5},
          widen_vectors};
}

} // namespace mapwright::kernel::rewrite
