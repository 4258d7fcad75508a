#include "starpu_engine/ranks/mpi_exchange.hpp"

#include <cstdlib>
#include <numeric>
#include <vector>

#include <starpu_mpi.h>

namespace mapwright::starpu_engine {

MpiSession::MpiSession() {
  setenv("STARPU_COMM_STATS", "1", 1);
  setenv("STARPU_MPI_NOBIND", "1", 1);
  setenv("STARPU_MPI_COOP_SENDS", "0", 1); // each message from where the plan says
  starpu_mpi_init_comm(nullptr, nullptr, 0, MPI_COMM_WORLD);
}

MpiSession::~MpiSession() {
  starpu_mpi_shutdown();
}

MpiExchange::MpiExchange(const RankTransfers& transfers, const RankPlace& place)
    : transfers_(transfers), place_(place), before_(counted()) {}

void MpiExchange::transfer(std::uint32_t atom, std::uint32_t from, std::uint32_t to, std::uint64_t tag,
                           const AtomData& atoms) {
  const auto number = static_cast<starpu_mpi_tag_t>(tag);
  const auto ends = [](void* ended) {
    auto& count = *static_cast<std::atomic<std::uint64_t>*>(ended);
    ++count;
    count.notify_one();
  };
  if (from == place_.rank) {
    ++asked_;
    starpu_mpi_isend_detached(atoms.handle(atom), static_cast<int>(to), number, MPI_COMM_WORLD, ends, &ended_);
  } else if (to == place_.rank) {
    ++asked_;
    starpu_mpi_irecv_detached(atoms.handle(atom), static_cast<int>(from), number, MPI_COMM_WORLD, ends, &ended_);
  }
}

void MpiExchange::advance(std::uint32_t task, const AtomData& atoms) {
  for (; next_ < transfers_.transfers.size() && transfers_.transfers[next_].task <= task; ++next_) {
    const RankTransfer& made = transfers_.transfers[next_];
    transfer(made.atom, made.from, made.to, next_, atoms);
  }
}

void MpiExchange::wait() {
  wait_for_own();
  MPI_Barrier(MPI_COMM_WORLD);
  sent_ = counted() - before_;
}

// Not starpu_mpi_wait_for_all: a rank with nothing to do leaves it after fewer barriers than others, and a rank in one
// receives nothing.
void MpiExchange::wait_for_own() {
  starpu_task_wait_for_all();
  for (std::uint64_t ended = ended_; ended < asked_; ended = ended_) {
    ended_.wait(ended);
  }
}

void MpiExchange::gather(const AtomData& atoms) {
  for (std::uint32_t atom = 0; atom < transfers_.holder.size(); ++atom) {
    if (const std::uint32_t from = transfers_.holder[atom]; from != mapper::none && from != 0) {
      transfer(atom, from, 0, transfers_.transfers.size() + atom, atoms);
    }
  }
  wait_for_own();
}

std::uint64_t MpiExchange::counted() const {
  std::vector<std::size_t> bytes(place_.ranks);
  starpu_mpi_comm_amounts_retrieve(bytes.data());
  return std::accumulate(bytes.begin(), bytes.end(), std::uint64_t{0});
}

} // namespace mapwright::starpu_engine
