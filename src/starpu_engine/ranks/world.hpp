// The processes that one mpirun started, as this one sees them.
#pragma once

#include "core/error.hpp"
#include "starpu_engine/exchange.hpp"

#include <functional>
#include <string>
#include <vector>

namespace mapwright::starpu_engine {

/// MPI while it lives; one for the process. All functions want every rank to call them.
class World {
public:
  /// Machine error: this MPI does not let several threads call it.
  static Result<World> join();
  World(World&& other) noexcept;
  World& operator=(World&&) = delete;
  ~World();

  [[nodiscard]] const RankPlace& place() const { return place_; }
  /// The text that rank 0 has.
  [[nodiscard]] std::string from_first(std::string text) const;
  /// On rank 0 the texts of all ranks; elsewhere nothing.
  [[nodiscard]] std::vector<std::string> to_first(const std::string& text) const;
  /// The error of the lowest rank that has one, on all of them.
  [[nodiscard]] Result<void> agree(const Result<void>& own) const;
  /// One rank after another.
  void in_turn(const std::function<void()>& step) const;
  /// Ends all processes, of which the others may be waiting for this one.
  [[noreturn]] static void abandon();

private:
  explicit World(const RankPlace& place) : place_(place) {}
  RankPlace place_;
  bool joined_ = true;
};

/// Whether there was a value.
template <class T> Result<void> outcome(const Result<T>& result) {
  return result ? Result<void>() : Result<void>(forward(result));
}

} // namespace mapwright::starpu_engine
