// Which configuration to try next: the interface of all strategies, and the strategies by name.
#pragma once

#include "kernel/tune/untried.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace mapwright::kernel {

/// A configuration that was evaluated.
struct Trial {
  std::size_t configuration = 0; ///< an index of the TuningSpace
  std::optional<double> cost{};  ///< less is better; nothing: invalid
};

/// The valid trial with the least cost, the first of equals; nothing when none is valid.
std::optional<Trial> best_of(std::span<const Trial> trials);

/// A search. Whoever uses it asks for a configuration, evaluates it, appends the trial and asks again. Trials that the
/// search did not ask for may stand among them: it learns from these too.
class Searcher {
public:
  /// `space` must outlive this.
  explicit Searcher(const TuningSpace& space) : space_(&space), untried_(space) {}
  virtual ~Searcher() = default;
  Searcher(const Searcher&) = delete;
  Searcher& operator=(const Searcher&) = delete;

  /// The next configuration, given all trials so far: those of the last call and what came after. Never one that stands
  /// in `trials` or was asked for before; nothing when all were. All chance comes from `random`.
  std::optional<std::size_t> next(std::span<const Trial> trials, measure::Random& random);

protected:
  [[nodiscard]] const TuningSpace& space() const { return *space_; }
  [[nodiscard]] const Untried& untried() const { return untried_; } ///< not empty in choose()

private:
  /// One of untried().
  virtual std::size_t choose(std::span<const Trial> trials, measure::Random& random) = 0;

  const TuningSpace* space_;
  Untried untried_;
  std::size_t seen_ = 0; ///< how many trials are taken out of untried_
};

/// The names that make_searcher knows.
const std::vector<std::string>& strategy_names();

/// The strategy of that name on `space`, which must outlive it. Input error for an unknown name, with the nearest one.
Result<std::unique_ptr<Searcher>> make_searcher(std::string_view name, const TuningSpace& space);

} // namespace mapwright::kernel
