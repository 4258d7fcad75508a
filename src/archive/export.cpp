#include "archive/export.hpp"

#include "archive/json.hpp"
#include "archive/row.hpp"

#include <ostream>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::archive {
namespace {

Result<void> written(const std::ostream& out) {
  if (!out) {
    return fail(ErrorKind::machine, "the export cannot be written", "is the disk full?");
  }
  return {};
}

Result<void> write_line(std::ostream& out, std::string_view type, nlohmann::json record) {
  record["type"] = type;
  out << json_text(record) << '\n';
  return written(out);
}

template <class Record>
Result<void> write_lines(std::ostream& out, std::string_view type, const Result<std::vector<Record>>& records) {
  if (!records) {
    return forward(records);
  }
  for (const Record& record : *records) {
    if (Result<void> done = write_line(out, type, to_json(record)); !done) {
      return done;
    }
  }
  return {};
}

/// One field after RFC 4180.
std::string csv_field(std::string_view text) {
  if (text.find_first_of(",\"\r\n") == std::string_view::npos) {
    return std::string(text);
  }
  std::string out = "\"";
  for (const char c : text) {
    out += c == '"' ? "\"\"" : std::string(1, c);
  }
  return out + '"';
}

std::string csv_line(const Step& step, bool fixture) {
  std::vector<std::string> parents;
  for (const Parent& parent : step.parents) {
    parents.push_back(fmt::format("{}:{}", parent.role, parent.step));
  }
  const std::string parents_field = fmt::format("{}", fmt::join(parents, " "));
  return fmt::format(
      "{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\r\n", step.number, csv_field(step.proposer),
      csv_field(parents_field), step.candidate ? csv_field(step.candidate->digest) : "",
      step.candidate ? csv_field(step.candidate->form) : "", step.verdict ? csv_field(step.verdict->status) : "",
      step.verdict ? (step.verdict->valid ? "true" : "false") : "", step.score ? fmt::format("{}", *step.score) : "",
      step.used.evaluations, step.used.time.count(), step.used.tokens, step.used.dollars, step.used.energy.count(),
      fixture ? "true" : "false", csv_field(step.failure));
}

} // namespace

Result<void> export_jsonl(Archive& archive, RunId id, std::ostream& out) {
  const Result<Run> run = archive.run(id);
  if (!run) {
    return forward(run);
  }
  Result<void> done = write_line(out, "run", to_json(*run));
  if (done) {
    done = archive.for_each_step(id, [&](Step&& step) { return write_line(out, "step", to_json(step)); });
  }
  if (done) {
    done = write_lines(out, "exchange", archive.exchanges(id));
  }
  if (done) {
    done = write_lines(out, "finding", archive.findings(id));
  }
  if (!done) {
    return done;
  }
  const Result<std::optional<RunEnd>> end = archive.end(id);
  if (!end) {
    return forward(end);
  }
  return *end ? write_line(out, "end", to_json(**end)) : Result<void>();
}

Result<void> export_csv(Archive& archive, RunId id, std::ostream& out) {
  if (const Result<Run> run = archive.run(id); !run) {
    return forward(run);
  }
  out << "number,proposer,parents,candidate,form,status,valid,score,evaluations,seconds,tokens,dollars,joules,"
         "fixture,failure\r\n";
  const Result<std::vector<Exchange>> exchanges = archive.exchanges(id);
  if (!exchanges) {
    return forward(exchanges);
  }
  std::set<std::uint64_t> fixtures;
  for (const Exchange& exchange : *exchanges) {
    if (exchange.fixture) {
      fixtures.insert(exchange.step);
    }
  }
  return archive.for_each_step(id, [&](Step&& step) {
    out << csv_line(step, fixtures.contains(step.number));
    return written(out);
  });
}

} // namespace mapwright::archive
