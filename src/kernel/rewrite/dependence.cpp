#include "kernel/rewrite/dependence.hpp"

#include "kernel/rewrite/scan.hpp"
#include "kernel/rewrite/walk.hpp"

#include <algorithm>
#include <map>

namespace mapwright::kernel::rewrite {
namespace {

/// A number that can be summed: not a pointer, vector or reference to somebody else's.
bool is_number(std::string_view type) {
  return type == "float" || type == "double" || type == "int" || type == "long" || type == "unsigned int" ||
         type == "unsigned long" || type == "long long";
}

std::string last_word(std::string_view callee) {
  const std::size_t colon = callee.rfind(':');
  return std::string(colon == std::string_view::npos ? callee : callee.substr(colon + 1));
}

/// The operation with which a whole expression statement gathers into `variable`; empty when it does not.
std::string gathering(const Source& source, const Expression& whole, Declaration variable) {
  if (whole.form != Form::assign || named(whole.parts[0]) != variable) {
    return {};
  }
  const Expression& value = bare(whole.parts[1]);
  if (whole.text == "+=" || whole.text == "-=") {
    return mentions(value, variable) ? "" : "+";
  }
  if (whole.text != "=") {
    return {};
  }
  const auto once = [&](std::size_t self) {
    return named(value.parts[self]) == variable && !mentions(value.parts[1 - self], variable);
  };
  if (value.form == Form::binary && value.text == "+") {
    return once(0) || once(1) ? "+" : "";
  }
  if (value.form == Form::call && value.parts.size() == 2) {
    const std::string callee = last_word(value.text);
    const bool max = callee == "max" || callee == "fmax" || callee == "fmaxf";
    const bool min = callee == "min" || callee == "fmin" || callee == "fminf";
    return (max || min) && (once(0) || once(1)) ? (max ? "max" : "min") : "";
  }
  if (value.form == Form::call && value.parts.size() == 3 && last_word(value.text).starts_with("fma")) {
    const bool in_factors = mentions(value.parts[0], variable) || mentions(value.parts[1], variable);
    return named(value.parts[2]) == variable && !in_factors ? "+" : "";
  }
  if (value.form != Form::conditional || bare(value.parts[0]).form != Form::binary) {
    return {};
  }
  // x > v ? x : v, or the same turned round
  const Expression& test = bare(value.parts[0]);
  const auto text = [&](const Expression& part) { return squeezed(source.at(bare(part).span)); };
  const bool greater = test.text == ">" || test.text == ">=";
  const bool less = test.text == "<" || test.text == "<=";
  const std::string left = text(test.parts[0]);
  const std::string right = text(test.parts[1]);
  const std::string chosen = text(value.parts[1]);
  const std::string rejected = text(value.parts[2]);
  const bool straight = left == chosen && right == rejected;
  const bool turned = left == rejected && right == chosen;
  const bool one_is_it = (named(value.parts[1]) == variable) != (named(value.parts[2]) == variable);
  if (!(greater || less) || !(straight || turned) || !one_is_it) {
    return {};
  }
  const Expression& other = named(value.parts[1]) == variable ? value.parts[2] : value.parts[1];
  if (mentions(other, variable)) {
    return {};
  }
  return greater == straight ? "max" : "min";
}

/// The place of an access as c * v + inner + rest, where inner is made of the variables of loops within.
struct Place {
  Polynomial whole{};
  Polynomial stride{};
  Polynomial rest{};
  bool fits = true;      ///< inner stays within [0, stride), or there is none and stride is not 0
  bool encloses = false; ///< there is one variable within, and c * v stays within [0, its coefficient)

  /// Whether different iterations touch different elements, by this access and the other.
  [[nodiscard]] bool is_apart_from(const Place& other) const {
    const bool same_rows = fits && other.fits && stride == other.stride && rest == other.rest;
    return same_rows || (encloses && whole == other.whole);
  }
};

class Places {
public:
  Places(const Source& source, const NestedLoop& nested)
      : source_(source), nested_(nested), definitions_(definitions_in(*nested.function)) {
    const Effects found = effects(source, *nested.loop.body);
    changing_ = found.written;
    changing_.insert(found.declared.begin(), found.declared.end());
    for_each_statement(*nested.loop.body, [&](const Statement& statement) {
      if (const auto loop = counted(statement)) {
        inner_.push_back(*loop);
      }
    });
  }

  [[nodiscard]] std::optional<Place> of(const Access& access) const {
    const Base base = base_of(source_, *nested_.function, access.array, definitions_);
    Polynomial rest = polynomial(source_, *access.index, definitions_) + base.offset;
    const Declaration variable = nested_.loop.variable.declaration;
    const auto stride = rest.coefficient(variable);
    if (!base.known || !stride || stride->is_zero()) {
      return std::nullopt;
    }
    Place place{.whole = rest, .stride = *stride, .rest = rest.without(variable)};
    Polynomial least;
    Polynomial most;
    std::size_t inner_count = 0;
    Polynomial inner_factor;
    for (const CountedLoop& loop : inner_) {
      const auto factor = place.rest.coefficient(loop.variable.declaration);
      if (!factor || place.stride.mentions(loop.variable.declaration)) {
        return std::nullopt;
      }
      if (factor->is_zero()) {
        continue;
      }
      ++inner_count;
      inner_factor = *factor;
      place.rest = place.rest.without(loop.variable.declaration);
      place.fits = place.fits && factor->is_never_negative();
      least = least + *factor * polynomial(source_, *loop.first, definitions_);
      most = most + *factor * last(loop);
    }
    for (const Declaration name : changing_) {
      if (place.rest.mentions(name) || place.stride.mentions(name)) {
        return std::nullopt;
      }
    }
    if (inner_count > 0) {
      const bool ordered = place.fits;
      place.fits = ordered && within(place.stride, least, most);
      const Polynomial begin = polynomial(source_, *nested_.loop.first, definitions_);
      place.encloses = ordered && inner_count == 1 && place.stride.is_never_negative() &&
                       within(inner_factor, place.stride * begin, place.stride * last(nested_.loop));
    } else {
      place.fits = place.fits && place.stride.is_never_negative();
    }
    return place;
  }

private:
  [[nodiscard]] Polynomial last(const CountedLoop& loop) const {
    const Polynomial bound = polynomial(source_, *loop.bound, definitions_);
    return loop.inclusive ? bound : bound - Polynomial::constant(1);
  }

  /// 0 <= least and most < stride, where variables of loops are put at their ends.
  [[nodiscard]] bool within(const Polynomial& stride, const Polynomial& least, Polynomial most) const {
    std::vector<const CountedLoop*> order;
    for (auto loop = inner_.rbegin(); loop != inner_.rend(); ++loop) {
      order.push_back(&*loop);
    }
    order.push_back(&nested_.loop);
    for (const CountedLoop* loop : order) {
      const auto factor = most.coefficient(loop->variable.declaration);
      const auto replaced = most.with(loop->variable.declaration, last(*loop));
      if (!factor || !factor->is_never_negative() || !replaced) {
        return false;
      }
      most = *replaced;
    }
    return least.is_never_negative() && (stride - most - Polynomial::constant(1)).is_never_negative();
  }

  const Source& source_;
  const NestedLoop& nested_;
  Definitions definitions_;
  std::set<Declaration> changing_{};
  std::vector<CountedLoop> inner_{};
};

} // namespace

std::optional<std::vector<Reduction>> reductions_of(const Source& source, const CountedLoop& loop) {
  const Effects found = effects(source, *loop.body);
  std::vector<Reduction> result;
  for (const Declaration variable : found.written) {
    if (found.declared.contains(variable)) {
      continue;
    }
    Reduction reduction{.variable = variable};
    std::size_t in_updates = 0;
    bool consistent = true;
    for_each_statement(*loop.body, [&](const Statement& statement) {
      for (const Expression& whole : statement.condition) {
        if (statement.kind != Kind::expression) {
          continue;
        }
        const std::string operation = gathering(source, whole, variable);
        if (operation.empty()) {
          continue;
        }
        consistent = consistent && (reduction.operation.empty() || reduction.operation == operation);
        reduction.operation = operation;
        reduction.name = bare(whole.parts[0]).text;
        reduction.type = whole.parts[0].type;
        for_each_expression(whole, [&](const Expression& part) {
          in_updates += part.form == Form::name && part.declared == variable ? 1 : 0;
        });
      }
    });
    if (reduction.operation.empty() || !consistent || in_updates != count_of(*loop.body, variable) ||
        !is_number(reduction.type)) {
      return std::nullopt;
    }
    result.push_back(std::move(reduction));
  }
  return result;
}

bool are_independent(const Source& source, const NestedLoop& nested, const std::set<Declaration>& except,
                     const std::set<Declaration>& known) {
  const Effects found = effects(source, *nested.loop.body);
  const bool own_variables = std::all_of(found.written.begin(), found.written.end(), [&](Declaration name) {
    return found.declared.contains(name) || except.contains(name);
  });
  if (found.unknown || found.leaves || !own_variables) {
    return false;
  }
  const Definitions definitions = definitions_in(*nested.function);
  const Places places(source, nested);
  std::map<Declaration, std::vector<const Access*>> arrays;
  std::set<Declaration> written;
  for (const Access& access : found.accesses) {
    const Base base = base_of(source, *nested.function, access.array, definitions);
    if (found.declared.contains(base.array) || known.contains(base.array)) {
      continue; // of the iteration's own, or the caller's affair
    }
    arrays[base.array].push_back(&access);
    if (access.writes) {
      written.insert(base.array);
    }
  }
  for (const Declaration array : written) {
    std::optional<Place> first;
    for (const Access* access : arrays.at(array)) {
      const auto place = places.of(*access);
      if (!place || !place->is_apart_from(first.value_or(*place))) {
        return false;
      }
      first = first ? first : place;
    }
  }
  return true;
}

bool can_be_reordered(const Source& source, const NestedLoop& nested) {
  const Effects found = effects(source, *nested.loop.body);
  return nested.loop.parallel() != nullptr ? !found.leaves : are_independent(source, nested);
}

std::optional<Polynomial> stride_of(const Source& source, const Function& function, const Access& access,
                                    Declaration variable) {
  const Definitions definitions = definitions_in(function);
  const Base base = base_of(source, function, access.array, definitions);
  return (polynomial(source, *access.index, definitions) + base.offset).coefficient(variable);
}

} // namespace mapwright::kernel::rewrite
