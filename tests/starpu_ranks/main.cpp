// The tests on several ranks: mpirun starts this program on each, and all run the same tests together.
#include "starpu_ranks/world_scene.hpp"

#include <csignal>

#include <gtest/gtest.h>
#include <sys/prctl.h>

int main(int argc, char** argv) {
  prctl(PR_SET_PDEATHSIG, SIGKILL); // no rank outlives mpirun
  testing::InitGoogleTest(&argc, argv);
  const auto world = mapwright::starpu_engine::World::join();
  if (!world) {
    return EXIT_FAILURE;
  }
  mapwright::starpu_engine::the_world() = &*world;
  const int code = RUN_ALL_TESTS();
  mapwright::starpu_engine::stop_ranks();
  return code;
}
