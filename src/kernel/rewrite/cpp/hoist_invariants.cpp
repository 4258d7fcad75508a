#include "kernel/rewrite/comment_edit.hpp"
#include "kernel/rewrite/cpp/common.hpp"
#include "kernel/rewrite/cpp/experiments.hpp"
#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>
#include <map>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// What is computed before a loop instead of within it.
class Hoist {
public:
  Hoist(const Source& source, const NestedLoop& nested)
      : source_(source), nested_(nested), found_(effects(source, *nested.loop.body)) {
    changing_ = found_.written;
    changing_.insert(found_.declared.begin(), found_.declared.end());
    changing_.insert(nested.loop.variable.declaration);
    for (const Access& access : found_.accesses) {
      if (access.writes) {
        stored_.insert(base_of(source, *nested.function, access.array, {}).array);
      }
    }
  }

  /// Adds the edits; false when there is nothing to hoist.
  bool make(Edits& edits, std::vector<std::string>& rubric) {
    bool branches = false;
    for_each_statement(*nested_.loop.body,
                       [&](const Statement& inner) { branches = branches || inner.kind == Kind::branch; });
    for (const Access& access : found_.accesses) {
      const std::string& type = access.element->parts.front().type;
      if (!type.ends_with("*") && !type.ends_with("restrict")) {
        continue;
      }
      if (!varies(*access.index) && !access.writes && !branches && is_untouched(access)) {
        edits.replace(access.element->span, value_of(access, rubric));
      } else if (const Expression& index = bare(*access.index);
                 index.form == Form::binary && index.text == "+" &&
                 named(index.parts[1]) == nested_.loop.variable.declaration && !varies(index.parts[0]) &&
                 bare(index.parts[0]).form == Form::binary) {
        edits.replace(access.element->span,
                      fmt::format("{}[{}]", row_of(access, index.parts[0], rubric), nested_.loop.variable.name));
      }
    }
    if (lines_.empty()) {
      return false;
    }
    const std::size_t begin = line_begin(source_, nested_.loop.statement->span.begin);
    const std::string indent = source_.indentation(nested_.loop.statement->span.begin);
    std::string text;
    for (const std::string& line : lines_) {
      text += indent + line + "\n";
    }
    edits.insert(begin, text);
    return true;
  }

private:
  [[nodiscard]] bool varies(const Expression& expression) const {
    bool result = false;
    for_each_expression(expression, [&](const Expression& part) {
      result = result || part.form == Form::index || part.form == Form::call ||
               (part.form == Form::name && changing_.contains(part.declared));
    });
    return result;
  }

  [[nodiscard]] bool is_untouched(const Access& access) const {
    const Base base = base_of(source_, *nested_.function, access.array, {});
    return !found_.unknown && is_array_parameter(*nested_.function, base.array) && !stored_.contains(base.array);
  }

  std::string value_of(const Access& access, std::vector<std::string>& rubric) {
    const std::string written(source_.at(access.element->span));
    std::string& name = names_[written];
    if (name.empty()) {
      name = next_name(access.name + "_here");
      lines_.push_back(fmt::format("const auto {} = {};", name, written));
      rubric.push_back(fmt::format("`{}` stands before the loop over {}", lines_.back(), nested_.loop.variable.name));
    }
    return name;
  }

  std::string row_of(const Access& access, const Expression& offset, std::vector<std::string>& rubric) {
    const std::string start = fmt::format("{} + {}", access.name, source_.at(offset.span));
    std::string& name = names_[start];
    if (name.empty()) {
      name = next_name(access.name + "_row");
      lines_.push_back(fmt::format("auto* const {} = {};", name, start));
      rubric.push_back(fmt::format("`{}` stands before the loop over {}", lines_.back(), nested_.loop.variable.name));
    }
    return name;
  }

  std::string next_name(const std::string& wanted) {
    std::string known = source_.text;
    for (const auto& [written, name] : names_) {
      known += " " + name;
    }
    return fresh_name(known, wanted);
  }

  const Source& source_;
  const NestedLoop& nested_;
  Effects found_;
  std::set<Declaration> changing_{};
  std::set<Declaration> stored_{};
  std::map<std::string, std::string> names_{};
  std::vector<std::string> lines_{};
};

std::vector<Variant> hoist(const Subject& subject) {
  const Source& source = subject.source;
  std::vector<Variant> result;
  for (const NestedLoop& nested : counted_loops(source)) {
    if (!is_innermost(nested.loop) || !nested.loop.statement->pragmas.empty() || !stands_alone(source, nested)) {
      continue;
    }
    Edits edits;
    std::vector<std::string> rubric;
    if (Hoist(source, nested).make(edits, rubric)) {
      result.push_back(made(subject, place_of(source, nested.loop), edits, std::move(rubric)));
    }
  }
  return result;
}

} // namespace

Rule hoist_invariants() {
  return {{.name = "hoist-invariants",
           .kind = AvenueKind::compute,
           .hypothesis = "addresses and elements that stay the same are computed again in every iteration",
           .applies = "an innermost loop with loads or row offsets that do not depend on its variable",
           .backends = {Backend::cpp},
           .gain = {0.9, 1.1},
           .innovation = 10},
          hoist};
}

} // namespace mapwright::kernel::rewrite
