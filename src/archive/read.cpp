#include "archive/read.hpp"

#include "archive/read_parts.hpp"

#include <SQLiteCpp/Statement.h>
#include <fmt/format.h>

namespace mapwright::archive {
namespace {

Run run_of(const SQLite::Statement& query) {
  Row row(query);
  Run run;
  run.id = RunId(row.integer());
  run.kind = row.text();
  run.title = row.text();
  run.problem = row.text();
  run.file = row.text();
  run.directory = row.text();
  run.options = row.json();
  run.seed = row.integer();
  run.version = row.text();
  run.machine = row.text();
  run.begun = row.text();
  row.check();
  return run;
}

Exchange exchange_of(const SQLite::Statement& query, std::uint64_t position) {
  Row row(query);
  read_place(row, position);
  Exchange exchange;
  exchange.step = row.integer();
  exchange.ordinal = row.integer();
  exchange.provider = row.text();
  exchange.model = row.text();
  exchange.digest = row.text();
  exchange.request = row.json();
  exchange.outcome = row.text();
  exchange.reply = row.json();
  exchange.used = read_resources(row);
  exchange.fixture = row.integer() != 0;
  row.check();
  return exchange;
}

Finding finding_of(const SQLite::Statement& query, std::uint64_t position) {
  Row row(query);
  read_place(row, position);
  Finding finding;
  finding.text = row.text();
  const nlohmann::json steps = row.json();
  finding.data = row.json();
  row.check();
  finding.steps = steps.get<std::vector<std::uint64_t>>();
  return finding;
}

template <class Record>
std::vector<Record> read_list(const SQLite::Database& database, std::string_view table, RunId run,
                              Record (*record_of)(const SQLite::Statement&, std::uint64_t)) {
  SQLite::Statement query(database, fmt::format("SELECT * FROM {} WHERE run = ? ORDER BY position", table));
  bind_run(query, run);
  std::vector<Record> records;
  while (query.executeStep()) {
    records.push_back(record_of(query, records.size()));
  }
  return records;
}

} // namespace

std::vector<Run> read_runs(const SQLite::Database& database) {
  SQLite::Statement query(database, "SELECT * FROM run ORDER BY id");
  std::vector<Run> runs;
  while (query.executeStep()) {
    runs.push_back(run_of(query));
  }
  return runs;
}

std::optional<Run> read_run(const SQLite::Database& database, RunId run) {
  SQLite::Statement query(database, "SELECT * FROM run WHERE id = ?");
  bind_run(query, run);
  return query.executeStep() ? std::optional(run_of(query)) : std::nullopt;
}

std::optional<RunId> latest_run(const SQLite::Database& database) {
  SQLite::Statement query(database, "SELECT max(id) FROM run");
  query.executeStep();
  const SQLite::Column id = query.getColumn(0);
  return id.isNull() ? std::nullopt : std::optional(RunId(static_cast<std::uint64_t>(id.getInt64())));
}

std::optional<RunEnd> read_end(const SQLite::Database& database, RunId run) {
  SQLite::Statement query(database, "SELECT * FROM run_end WHERE run = ? ORDER BY position DESC LIMIT 1");
  bind_run(query, run);
  if (!query.executeStep()) {
    return std::nullopt;
  }
  Row row(query);
  row.integer(); // run
  row.integer(); // position
  RunEnd end;
  end.reason = row.json();
  end.ended = row.text();
  row.check();
  return end;
}

std::vector<Exchange> read_exchanges(const SQLite::Database& database, RunId run) {
  return read_list<Exchange>(database, "exchange", run, exchange_of);
}

std::vector<Finding> read_findings(const SQLite::Database& database, RunId run) {
  return read_list<Finding>(database, "finding", run, finding_of);
}

std::uint64_t count_rows(const SQLite::Database& database, std::string_view table, std::string_view column, RunId run) {
  SQLite::Statement query(database, fmt::format("SELECT max({}) FROM {} WHERE run = ?", column, table));
  bind_run(query, run);
  query.executeStep();
  const SQLite::Column last = query.getColumn(0);
  return last.isNull() ? 0 : static_cast<std::uint64_t>(last.getInt64()) + 1;
}

} // namespace mapwright::archive
