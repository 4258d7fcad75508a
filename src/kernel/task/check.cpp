#include "kernel/task/check.hpp"

#include "kernel/task/element_range.hpp"
#include "kernel/task/values.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::kernel {

namespace {

/// Equal as results: NaN is NaN, infinities have their sign, -0 is 0.
bool same(double a, double b) {
  return a == b || (std::isnan(a) && std::isnan(b));
}

/// One output and what is expected of it. What depends on the type alone is looked up once: there are millions of
/// elements.
class Output {
public:
  /// `factor`: of the tolerance; 0 for exact scenarios.
  Output(Element type, const Expected& expected, std::span<const std::byte> bytes, double factor)
      : type_(type), real_(is_float(type)), width_(size_of(type)), expected_(expected), bytes_(bytes),
        unit_(real_ ? factor * unit_roundoff(type) : 0), smallest_(real_ ? smallest_normal(type) : 0) {}

  [[nodiscard]] std::size_t size() const { return bytes_.size() / width_; }
  [[nodiscard]] double got(std::size_t i) const {
    if (type_ == Element::f32) { // nearly all are
      float value = 0;
      std::memcpy(&value, at(i), sizeof value);
      return static_cast<double>(value);
    }
    return decode(type_, at(i));
  }
  [[nodiscard]] double wanted(std::size_t i) const {
    return real_ ? expected_.values[i] : decode(type_, expected_.exact.data() + i * width_);
  }
  /// By the error model. Where there is any error, results below the normal range are rounded as coarsely as those at
  /// its lower end.
  [[nodiscard]] double allowed(std::size_t i) const {
    const double scale = real_ ? expected_.scales[i] : 0;
    return scale > 0 ? unit_ * std::max(scale, smallest_) : 0;
  }
  [[nodiscard]] bool right(std::size_t i) const {
    if (!real_) {
      return std::memcmp(at(i), expected_.exact.data() + i * width_, width_) == 0;
    }
    const double value = got(i);
    const double want = expected_.values[i];
    const double difference = std::fabs(value - want); // finite where both are
    return (std::isfinite(difference) && difference <= allowed(i)) || same(value, rounded(type_, want));
  }

private:
  [[nodiscard]] const std::byte* at(std::size_t i) const { return bytes_.data() + i * width_; }

  Element type_;
  bool real_;
  std::size_t width_;
  const Expected& expected_;
  std::span<const std::byte> bytes_;
  double unit_;
  double smallest_;
};

void check_lengths(const Argument& argument, const Expected& expected, std::span<const std::byte> bytes) {
  const std::size_t size = bytes.size() / size_of(argument.type);
  const bool fits = is_float(argument.type) ? expected.values.size() == size && expected.scales.size() == size
                                            : expected.exact.size() == bytes.size();
  if (!fits || bytes.size() % size_of(argument.type) != 0) {
    throw std::logic_error("the output '" + argument.name + "' and what is expected of it differ in length");
  }
}

std::vector<std::int64_t> by_axis(const Task& task, const Inputs& inputs, std::size_t argument, std::uint64_t element) {
  const auto shape = axes(task.arguments[argument], values_of(task, inputs.shape.sizes));
  std::vector<std::int64_t> index;
  if (!shape) {
    return index;
  }
  for (auto axis = shape->rbegin(); axis != shape->rend(); ++axis) {
    const auto extent = static_cast<std::uint64_t>(std::max<std::int64_t>(*axis, 1));
    index.push_back(static_cast<std::int64_t>(element % extent));
    element /= extent;
  }
  std::reverse(index.begin(), index.end());
  return index;
}

/// Enough digits to tell two numbers of the type apart.
std::string digits(Element type, double value) {
  return is_float(type) && type != Element::f64 ? fmt::format("{:.9g}", value) : fmt::format("{:.17g}", value);
}

} // namespace

std::string Mismatch::describe(const Task& task) const {
  const Argument& named = task.arguments[argument];
  std::string text = fmt::format("{}[{}] is {}, expected {}", named.name, fmt::join(index, ","),
                                 digits(named.type, got), digits(named.type, expected));
  if (allowed > 0) {
    text += fmt::format(" +- {:.3g}", allowed);
  }
  return text + fmt::format("; {} of {} element{} wrong", wrong, elements, elements == 1 ? " is" : "s are");
}

std::optional<Mismatch> compare(const Task& task, const Inputs& inputs, const Expectation& expected,
                                std::span<const std::span<const std::byte>> outputs) {
  const bool exact = task.scenarios.at(inputs.scenario).exact;
  for (std::size_t a = 0; a < task.arguments.size(); ++a) {
    const Argument& argument = task.arguments[a];
    if (argument.intent == Intent::in) {
      continue;
    }
    check_lengths(argument, expected[a], outputs[a]);
    const Output output{argument.type, expected[a], outputs[a], exact ? 0 : task.tolerance.factor};
    std::optional<Mismatch> found;
    for (std::size_t i = 0; i < output.size(); ++i) {
      if (output.right(i)) {
        continue;
      }
      if (!found) {
        found = Mismatch{
            a, i, by_axis(task, inputs, a, i), output.got(i), output.wanted(i), output.allowed(i), 0, output.size()};
      }
      ++found->wrong;
    }
    if (found) {
      return found;
    }
  }
  return std::nullopt;
}

double worst_error(const Task& task, const Expectation& expected, std::span<const std::span<const std::byte>> outputs) {
  double worst = 0;
  for (std::size_t a = 0; a < task.arguments.size(); ++a) {
    const Argument& argument = task.arguments[a];
    if (argument.intent == Intent::in || !is_float(argument.type)) {
      continue;
    }
    check_lengths(argument, expected[a], outputs[a]);
    const Output output{argument.type, expected[a], outputs[a], 1};
    for (std::size_t i = 0; i < output.size(); ++i) {
      const double got = output.got(i);
      const double want = output.wanted(i);
      const double unit = output.allowed(i);
      if (std::isfinite(got) && std::isfinite(want) && unit > 0) {
        worst = std::max(worst, std::fabs(got - want) / unit);
      } else if (!same(got, rounded(argument.type, want))) {
        return std::numeric_limits<double>::infinity();
      }
    }
  }
  return worst;
}

} // namespace mapwright::kernel
