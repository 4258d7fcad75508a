// Transfers between ranks by StarPU-MPI.
#pragma once

#include "starpu_engine/exchange.hpp"
#include "starpu_engine/rank_transfers.hpp"

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace mapwright::starpu_engine {

/// StarPU-MPI while it lives; inside MPI and StarPU. All ranks begin and end it together.
class MpiSession {
public:
  MpiSession();
  MpiSession(const MpiSession&) = delete;
  MpiSession& operator=(const MpiSession&) = delete;
  ~MpiSession();
};

/// The transfers of one run. Sends and receives are put between the tasks in program order, so StarPU lets them wait
/// for the tasks before them and tasks wait for them.
class MpiExchange final : public Exchange {
public:
  /// `transfers` outlives it.
  MpiExchange(const RankTransfers& transfers, const RankPlace& place);

  void advance(std::uint32_t task, const AtomData& atoms) override;
  void wait() override;
  void gather(const AtomData& atoms) override;
  /// Bytes that StarPU-MPI counted as sent by this rank until `wait` ended.
  [[nodiscard]] std::uint64_t sent() const { return sent_; }

private:
  /// Until the tasks, sends and receives of this rank have ended.
  void wait_for_own();
  void transfer(std::uint32_t atom, std::uint32_t from, std::uint32_t to, std::uint64_t tag, const AtomData& atoms);
  [[nodiscard]] std::uint64_t counted() const;

  const RankTransfers& transfers_;
  RankPlace place_;
  std::size_t next_ = 0;
  std::uint64_t asked_ = 0;             ///< sends and receives of this rank
  std::atomic<std::uint64_t> ended_{0}; ///< of those
  std::uint64_t before_ = 0;
  std::uint64_t sent_ = 0;
};

} // namespace mapwright::starpu_engine
