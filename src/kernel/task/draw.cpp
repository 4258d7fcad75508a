#include "kernel/task/draw.hpp"

#include "core/key_stream.hpp"
#include "kernel/task/element_range.hpp"
#include "kernel/task/values.hpp"
#include "measure/random.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

namespace mapwright::kernel {

namespace {

/// Kernels see these numbers, and must not be able to foretell the next ones.
class Random : public measure::Choices<Random> {
public:
  explicit Random(std::string_view key) : stream_(key) {}
  std::uint64_t next() { return stream_.next(); }

private:
  KeyStream stream_;
};

/// Writes elements one after the other.
class Writer {
public:
  Writer(Element type, std::uint64_t count) : type_(type), size_(size_of(type)), elements_(count * size_) {}

  void put(double value) {
    encode(type_, value, elements_.data() + at_);
    at_ += size_;
  }

  Elements take() { return std::move(elements_); }

private:
  Element type_;
  std::size_t size_;
  std::size_t at_ = 0;
  Elements elements_;
};

/// Uniform in [0, 1): a multiple of 2^-53.
double unit(Random& random) {
  return static_cast<double>(random.next() >> 11U) * 0x1p-53;
}

/// The sum of twelve uniform multiples of 2^-48, less 6: mean 0, deviation 1. Exact.
double irwin_hall(Random& random) {
  std::int64_t sum = 0;
  for (int i = 0; i < 12; ++i) {
    sum += static_cast<std::int64_t>(random.next() >> 16U);
  }
  return static_cast<double>(sum - (std::int64_t{6} << 48U)) * 0x1p-48;
}

/// A random sign, an exponent of [low, high], a fraction of 52 bits.
double spread(Random& random, std::int64_t low, std::int64_t high) {
  const std::uint64_t bits = random.next();
  const auto exponent = low + static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(high - low + 1)));
  const double size = std::ldexp(1 + static_cast<double>(bits >> 12U) * 0x1p-52, static_cast<int>(exponent));
  return (bits & 1U) != 0 ? -size : size;
}

/// What is drawn for one argument.
struct Order {
  const Distribution& distribution;
  Element type;
  std::uint64_t count;
  std::uint64_t row;   ///< extent of the last axis, 1 for scalars
  std::uint64_t bound; ///< of the argument in the sizes
};

void draw_reals(const Order& order, Random& random, Writer& out) {
  const std::string& kind = order.distribution.kind;
  const std::vector<double>& x = order.distribution.numbers;
  if (kind == "uniform") {
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(std::min(std::fma(x[1] - x[0], unit(random), x[0]), x[1])); // rounding may go past the end
    }
  } else if (kind == "normal") {
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(std::fma(x[1], irwin_hall(random), x[0]));
    }
  } else if (kind == "spread") {
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(spread(random, static_cast<std::int64_t>(x[0]), static_cast<std::int64_t>(x[1])));
    }
  } else { // cancelling
    for (std::uint64_t i = 0; i + 1 < order.count; i += 2) {
      const double value = spread(random, 0, 5);
      out.put(value);
      out.put(-value);
    }
    if (order.count % 2 != 0) {
      out.put(0);
    }
  }
}

/// Cuts [0, total] at random places: the differences add up to `total`.
void draw_offsets(const Order& order, Random& random, Writer& out) {
  std::vector<std::uint64_t> cuts(order.count);
  for (std::uint64_t& cut : cuts) {
    cut = random.below(order.bound + 1);
  }
  std::sort(cuts.begin(), cuts.end());
  if (!cuts.empty()) {
    cuts.back() = order.bound;
    cuts.front() = 0;
  }
  for (const std::uint64_t cut : cuts) {
    out.put(static_cast<double>(cut));
  }
}

void draw_permutation(const Order& order, Random& random, Writer& out) {
  std::vector<std::uint64_t> places(order.count);
  std::iota(places.begin(), places.end(), std::uint64_t{0});
  random.shuffle(std::span(places));
  for (const std::uint64_t place : places) {
    out.put(static_cast<double>(place));
  }
}

void draw_one_hot(const Order& order, Random& random, Writer& out) {
  for (std::uint64_t begin = 0; begin < order.count; begin += order.row) {
    const std::uint64_t hot = random.below(order.row);
    for (std::uint64_t i = 0; i < order.row; ++i) {
      out.put(i == hot ? 1 : 0);
    }
  }
}

void draw_integers(const Order& order, Random& random, Writer& out) {
  const std::string& kind = order.distribution.kind;
  const std::vector<double>& x = order.distribution.numbers;
  if (kind == "integers") {
    const auto choices = static_cast<std::uint64_t>(x[1] - x[0]) + 1;
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(x[0] + static_cast<double>(random.below(choices)));
    }
  } else if (kind == "sparse_integers") {
    const auto most = static_cast<std::uint64_t>(x[0]);
    for (std::uint64_t i = 0; i < order.count; ++i) {
      const bool any = unit(random) < x[1];
      const std::uint64_t choice = random.below(2 * most); // drawn always, so that the density moves no value
      const std::uint64_t magnitude = choice / 2 + 1;
      const auto size = static_cast<double>(magnitude);
      out.put(!any ? 0 : choice % 2 == 0 ? size : -size);
    }
  } else if (kind == "ramp") {
    const auto period = static_cast<std::uint64_t>(highest_integer(order.type)) + 1;
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(static_cast<double>(i % period));
    }
  } else if (kind == "below") {
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(static_cast<double>(random.below(order.bound)));
    }
  } else { // constant, zeros
    for (std::uint64_t i = 0; i < order.count; ++i) {
      out.put(kind == "constant" ? x[0] : 0);
    }
  }
}

Elements draw_elements(const Order& order, Random& random) {
  const std::string& kind = order.distribution.kind;
  Writer out(order.type, order.count);
  if (kind == "uniform" || kind == "normal" || kind == "spread" || kind == "cancelling") {
    draw_reals(order, random, out);
  } else if (kind == "offsets") {
    draw_offsets(order, random, out);
  } else if (kind == "permutation") {
    draw_permutation(order, random, out);
  } else if (kind == "one_hot") {
    draw_one_hot(order, random, out);
  } else {
    draw_integers(order, random, out);
  }
  return out.take();
}

/// A key of its own for each argument, so that one distribution does not move the numbers of another.
Random generator(std::uint64_t seed, std::size_t scenario, std::size_t argument) {
  return Random(fmt::format("inputs {} {} {}", seed, scenario, argument));
}

} // namespace

Result<Inputs> draw(const Task& task, const Shape& shape, std::size_t scenario, std::uint64_t seed) {
  const auto counts = extents(task, shape.sizes);
  if (!counts) {
    return forward(counts);
  }
  if (scenario >= task.scenarios.size()) {
    return fail(ErrorKind::input, fmt::format("the task {} has {} kinds of inputs, no number {}", task.name,
                                              task.scenarios.size(), scenario));
  }
  Inputs inputs{shape, scenario, {}};
  const Values values = values_of(task, shape.sizes);
  for (std::size_t a = 0; a < task.arguments.size(); ++a) {
    const Argument& argument = task.arguments[a];
    const Distribution& distribution = task.scenarios[scenario].inputs[a];
    inputs.values.emplace_back();
    if (argument.intent == Intent::out) {
      continue;
    }
    if (auto fits = check_distribution(task, a, distribution, shape.sizes); !fits) {
      return forward(fits);
    }
    const auto extents_of = axes(argument, values);
    Order order{distribution, argument.type, (*counts)[a], 1, 0};
    if (extents_of && !extents_of->empty()) {
      order.row = static_cast<std::uint64_t>(extents_of->back());
    }
    if (!distribution.sizes.empty()) {
      order.bound = static_cast<std::uint64_t>(*evaluate_at(distribution.sizes[0], values));
    }
    Random random = generator(seed, scenario, a);
    inputs.values.back() = draw_elements(order, random);
  }
  return inputs;
}

} // namespace mapwright::kernel
