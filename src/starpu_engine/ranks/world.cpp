#include "starpu_engine/ranks/world.hpp"

#include <algorithm>
#include <cstdlib>
#include <utility>

#include <mpi.h>
#include <nlohmann/json.hpp>

namespace mapwright::starpu_engine {

Result<World> World::join() {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_MULTIPLE, &provided);
  int rank = 0;
  int ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  World world({static_cast<std::uint32_t>(rank), static_cast<std::uint32_t>(ranks)});
  if (provided < MPI_THREAD_MULTIPLE) {
    return fail(ErrorKind::machine, "this MPI does not let several threads call it", "install openmpi-bin");
  }
  return world;
}

World::World(World&& other) noexcept : place_(other.place_), joined_(std::exchange(other.joined_, false)) {}

World::~World() {
  if (joined_) {
    MPI_Finalize();
  }
}

std::string World::from_first(std::string text) const {
  unsigned long size = text.size();
  MPI_Bcast(&size, 1, MPI_UNSIGNED_LONG, 0, MPI_COMM_WORLD);
  text.resize(size);
  constexpr unsigned long most_at_once = 1UL << 30U;
  for (unsigned long at = 0; at < size; at += most_at_once) {
    MPI_Bcast(text.data() + at, static_cast<int>(std::min(most_at_once, size - at)), MPI_CHAR, 0, MPI_COMM_WORLD);
  }
  return text;
}

std::vector<std::string> World::to_first(const std::string& text) const {
  const int own = static_cast<int>(text.size());
  std::vector<int> sizes(place_.ranks);
  MPI_Gather(&own, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> begins(place_.ranks);
  int total = 0;
  for (std::uint32_t rank = 0; rank < place_.ranks; ++rank) {
    begins[rank] = total;
    total += sizes[rank];
  }
  std::string all(static_cast<std::size_t>(total), ' ');
  MPI_Gatherv(text.data(), own, MPI_CHAR, all.data(), sizes.data(), begins.data(), MPI_CHAR, 0, MPI_COMM_WORLD);
  std::vector<std::string> texts;
  for (std::uint32_t rank = 0; rank < place_.ranks && place_.rank == 0; ++rank) {
    texts.push_back(all.substr(static_cast<std::size_t>(begins[rank]), static_cast<std::size_t>(sizes[rank])));
  }
  return texts;
}

Result<void> World::agree(const Result<void>& own) const {
  using nlohmann::json;
  const std::string told = own ? std::string()
                               : json{{"kind", static_cast<int>(own.error().kind)},
                                      {"message", own.error().message},
                                      {"hint", own.error().hint}}
                                     .dump();
  std::string first;
  for (const std::string& text : to_first(told)) {
    first = first.empty() ? text : first;
  }
  first = from_first(std::move(first));
  if (first.empty()) {
    return {};
  }
  const json error = json::parse(first);
  return fail(static_cast<ErrorKind>(error.at("kind").get<int>()), error.at("message").get<std::string>(),
              error.at("hint").get<std::string>());
}

void World::in_turn(const std::function<void()>& step) const {
  for (std::uint32_t rank = 0; rank < place_.ranks; ++rank) {
    if (rank == place_.rank) {
      step();
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

void World::abandon() {
  MPI_Abort(MPI_COMM_WORLD, EXIT_FAILURE);
  std::abort(); // it does not come back
}

} // namespace mapwright::starpu_engine
