#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// Arguments never overlap: the judge gives each a buffer of its own.
std::vector<Variant> restrict_arguments(const Subject& subject) {
  const Source& source = subject.source;
  const Function* entry = find_function(source, subject.task.entry);
  if (entry == nullptr) {
    return {};
  }
  Edits edits;
  std::string names;
  std::size_t arrays = 0;
  for (const Variable& parameter : entry->parameters) {
    const bool pointer = parameter.type.ends_with("*") && parameter.written.ends_with("*");
    arrays += pointer ? 1 : 0;
    if (pointer && !parameter.name.empty()) {
      edits.insert(parameter.declaration - 1, "__restrict ");
      names += (names.empty() ? "" : ", ") + parameter.name;
    }
  }
  if (names.empty() || arrays < 2) {
    return {};
  }
  return {made(subject, fmt::format("the arguments of {}", entry->name), edits,
               {fmt::format("`__restrict` stands before the arguments {}", names)})};
}

} // namespace

Rule restrict_pointers() {
  return {{.name = "restrict",
           .kind = AvenueKind::memory,
           .hypothesis = "the compiler must fear that a store changes what it has loaded",
           .applies = "a function of at least two arrays that are not declared __restrict",
           .backends = {Backend::cpp},
           .gain = {0.95, 1.1},
           .innovation = 5},
          restrict_arguments};
}

} // namespace mapwright::kernel::rewrite
