#include "starpu_engine/ranks/ranks_request.hpp"

#include "starpu_engine/ranks/mpi_exchange.hpp"
#include "starpu_engine/subject.hpp"

#include <optional>
#include <thread>
#include <utility>

namespace mapwright::starpu_engine {

namespace {

/// What one rank has to say of its runs.
struct OwnRuns {
  std::vector<RunRecord> records;
  std::uint64_t sent = 0; ///< bytes in one run, as StarPU-MPI counts
  Json check;
};

/// Runs the plan as often as asked, on all ranks together.
Result<OwnRuns> run_on_all(const World& world, const Asked& asked, const RankTransfers& transfers,
                           const Runtime& runtime, int repeat) {
  Engine engine(runtime, asked.subject.program, asked.graph, asked.subject.kernels);
  const MpiSession session;
  OwnRuns own;
  for (int i = 0; i <= repeat; ++i) { // the first warms up
    auto data = initial_data(asked.subject);
    const auto ready = data ? engine.prepare(asked.plan, transfers.transfers) : Result<void>(forward(data));
    if (const auto all = world.agree(ready); !all) {
      return forward(all);
    }
    MpiExchange exchange(transfers, world.place());
    const auto record = engine.run_prepared(*data, &exchange);
    if (const auto all = world.agree(outcome(record)); !all) {
      return forward(all);
    }
    own.sent = exchange.sent();
    if (i > 0) {
      own.records.push_back(*record);
    }
    if (i == repeat) {
      auto check =
          world.place().rank == 0 ? check_of(asked.subject, asked.graph, *data, engine, runtime) : Result<Json>(Json());
      if (const auto all = world.agree(outcome(check)); !all) {
        return forward(all);
      }
      own.check = *std::move(check);
    }
  }
  return own;
}

Json traffic_of(const Asked& asked, const RankTransfers& transfers) {
  Json traffic = Json::array();
  for (const RankTraffic& pair : traffic_between_ranks(asked.graph, transfers.transfers)) {
    traffic.push_back({{"from", pair.from}, {"to", pair.to}, {"bytes", pair.bytes}, {"messages", pair.messages}});
  }
  return traffic;
}

/// The answer of rank 0 with what the others add to it.
Json merged(const std::vector<std::string>& texts) {
  Json all = Json::parse(texts.front());
  for (std::size_t rank = 1; rank < texts.size(); ++rank) {
    const Json own = Json::parse(texts[rank]);
    for (const char* const list : {"busy", "copied"}) {
      all[list].insert(all[list].end(), own.at(list).begin(), own.at(list).end());
    }
    for (const char* const sum : {"cpus", "devices", "tasks", "across_starpu_bytes"}) {
      all[sum] = all.at(sum).get<std::uint64_t>() + own.at(sum).get<std::uint64_t>();
    }
    all["delay_seconds"] = all.at("delay_seconds").get<double>() + own.at("delay_seconds").get<double>();
    all["disturbed"] = all.at("disturbed").get<bool>() || own.at("disturbed").get<bool>();
  }
  const bool crowded = all.at("cpus").get<std::uint64_t>() + all.at("devices").get<std::uint64_t>() >
                       std::thread::hardware_concurrency();
  all["disturbed"] = all.at("disturbed").get<bool>() || crowded;
  return all;
}

Result<Json> run_request_on(const World& world, const Json& request) {
  const auto asked = read_request(request, world.place());
  if (const auto all = world.agree(outcome(asked)); !all) {
    return forward(all);
  }
  const RankTransfers transfers = transfers_between_ranks(asked->subject.program, asked->graph, asked->plan);
  std::optional<Result<Runtime>> runtime;
  world.in_turn([&] { // the first to come may calibrate, which the others then find done
    runtime.emplace(Runtime::start(asked->workers, request.at("cache").get<std::string>(), world.place()));
  });
  if (const auto all = world.agree(outcome(*runtime)); !all) {
    return forward(all);
  }
  auto own = run_on_all(world, *asked, transfers, **runtime, request.at("repeat").get<int>());
  if (!own) {
    return forward(own);
  }
  Json answer = answer_for(std::move(own->records), asked->workers, std::move(own->check));
  answer["ranks"] = world.place().ranks;
  answer["across"] = traffic_of(*asked, transfers);
  answer["across_starpu_bytes"] = own->sent;
  const std::vector<std::string> texts = world.to_first(answer.dump());
  return texts.empty() ? Json() : merged(texts);
}

} // namespace

std::string answer_request_on(const World& world, std::string_view text) {
  const Json request = Json::parse(text, nullptr, false);
  return answer_text(request.is_object() ? run_request_on(world, request)
                                         : Result<Json>(fail(ErrorKind::internal, "the request is no JSON")));
}

} // namespace mapwright::starpu_engine
