// The ranks of the tests, each with one CPU worker and one emulated device.
#pragma once

#include "starpu_engine/engine.hpp"
#include "starpu_engine/rank_scene.hpp"
#include "starpu_engine/ranks/mpi_exchange.hpp"
#include "starpu_engine/ranks/world.hpp"

#include <filesystem>
#include <memory>
#include <optional>

namespace mapwright::starpu_engine {

/// Set before the tests begin.
inline const World*& the_world() {
  static const World* world = nullptr;
  return world;
}

/// StarPU and StarPU-MPI on this rank.
struct RunningRank {
  RunningRank() {
    const std::filesystem::path cache = std::filesystem::path(MAPWRIGHT_STARPU_CACHE);
    std::filesystem::create_directories(cache);
    the_world()->in_turn([&] { runtime.emplace(mapper::sure(Runtime::start({1, 1}, cache, the_world()->place()))); });
    session = std::make_unique<MpiSession>();
  }
  std::optional<Runtime> runtime;
  std::unique_ptr<MpiSession> session; ///< goes first
};

inline std::unique_ptr<RunningRank>& running_rank() {
  static std::unique_ptr<RunningRank> rank;
  return rank;
}

/// Started with the first test.
inline const Runtime& rank_runtime() {
  if (!running_rank()) {
    running_rank() = std::make_unique<RunningRank>();
  }
  return *running_rank()->runtime;
}

inline void stop_ranks() {
  running_rank().reset();
}

} // namespace mapwright::starpu_engine
