#include "mapper/language/value.hpp"

#include "expr/text.hpp"
#include "mapper/language/types.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::mapper::language {

namespace {

std::string number_text(const Number& number) {
  return number.is_integer() ? std::to_string(number.value) : expr::to_text(number.symbolic->e);
}

struct TextOfValue {
  std::string operator()(const Number& number) const { return number_text(number); }
  std::string operator()(const TruthValue& truth) const {
    return truth.number.is_integer() ? (truth.number.value != 0 ? "True" : "False") : number_text(truth.number);
  }
  std::string operator()(const TupleValue& tuple) const {
    std::string out;
    for (const Number& element : tuple.elements) {
      out += (out.empty() ? "" : ", ") + number_text(element);
    }
    return "(" + out + ")";
  }
  std::string operator()(const SpaceValue& value) const {
    return fmt::format("space ({})", fmt::join(value.space->shape(), ", "));
  }
  std::string operator()(const TaskView* /*task*/) const { return "task"; }
  std::string operator()(const PointsValue& points) const {
    std::string out;
    for (const PointsValue::Member& member : points.members) {
      out += (out.empty() ? "" : ", ") +
             fmt::format("node {} processor {}", number_text(member.node), number_text(member.processor));
    }
    return out;
  }
};

} // namespace

std::array<std::array<bool, 6>, 6> MachineShape::usual_memories() {
  std::array<std::array<bool, 6>, 6> out{};
  for (std::size_t kind = 0; kind < out.size(); ++kind) {
    const bool gpu = static_cast<ProcessorKind>(kind) == ProcessorKind::gpu;
    for (std::size_t memory = 0; memory < out[kind].size(); ++memory) {
      const auto which = static_cast<MemoryKind>(memory);
      out[kind][memory] =
          gpu ? which == MemoryKind::fbmem || which == MemoryKind::zcmem || which == MemoryKind::virtual_memory
              : which != MemoryKind::fbmem;
    }
  }
  return out;
}

std::string_view describe(const Value& value) {
  constexpr std::array<TypeKind, 6> kinds{TypeKind::integer, TypeKind::boolean, TypeKind::tuple,
                                          TypeKind::space,   TypeKind::task,    TypeKind::points};
  return describe(kinds[value.index()]);
}

std::string to_text(const Value& value) {
  return std::visit(TextOfValue{}, value);
}

} // namespace mapwright::mapper::language
