#include "index_map/candidate/native_subject.hpp"

#include "index_map/candidate/harness.hpp"
#include "sandbox/classify.hpp"
#include "sandbox/compile.hpp"
#include "sandbox/run.hpp"
#include "sandbox/scratch.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <limits>
#include <optional>
#include <sstream>

#include <fmt/format.h>

namespace mapwright::index_map::candidate {

namespace {

using Clock = std::chrono::steady_clock;

constexpr double compile_seconds = 60;
constexpr double patience = 2;      ///< seconds without a point, or a block of points, after which a run is ended
constexpr std::uint64_t few = 4096; ///< points
constexpr std::size_t most_diagnostics = 4000;

/// Diagnostics as people want them: without our paths, the first few.
std::string tidy(std::string text, const std::string& scratch) {
  const std::string path = scratch + "/";
  for (std::size_t at = text.find(path); at != std::string::npos; at = text.find(path, at)) {
    text.erase(at, path.size());
  }
  if (text.size() > most_diagnostics) {
    text.resize(text.rfind('\n', most_diagnostics));
    text += "\n...";
  }
  while (!text.empty() && text.back() == '\n') {
    text.pop_back();
  }
  return text;
}

/// What a static_assert of the harness says, if one failed.
std::string own_message(const std::string& diagnostics) {
  constexpr std::string_view mark = "mapwright: ";
  const std::size_t at = diagnostics.find(mark);
  if (at == std::string::npos) {
    return {};
  }
  const std::string rest = diagnostics.substr(at + mark.size());
  return rest.substr(0, rest.find_first_of("\"\n"));
}

tl::unexpected<Error> does_not_compile(const NativeTask& task, const std::string& diagnostics) {
  const std::string form = fmt::format("the usual form is void {}({}long w, {}) with the dimensions as outputs, or a "
                                       "struct, array or tuple of them as the result",
                                       task.function, task.sizes == 0 ? "" : "sizes..., ", "long& ...");
  const std::string name = task.function.substr(task.function.rfind(':') + 1);
  for (const char* quote : {"'", "\xe2\x80\x99"}) {
    for (const char* missing : {" was not declared", " has not been declared", " is not a member of"}) {
      if (diagnostics.find(name + quote + missing) != std::string::npos &&
          diagnostics.find("harness:") < diagnostics.find("error:")) {
        return fail(ErrorKind::input, fmt::format("{} has no function {}", task.file, task.function),
                    "name one with --function; namespaces are written with ::");
      }
    }
  }
  if (const std::string own = own_message(diagnostics); !own.empty()) {
    return fail(ErrorKind::input,
                fmt::format("{} in {} has a form that is not understood: {}", task.function, task.file, own), form);
  }
  return fail(ErrorKind::input, fmt::format("{} does not compile\n{}", task.file, diagnostics),
              "it must be one self-contained file");
}

class CompiledSubject : public NativeSubject {
public:
  CompiledSubject(NativeTask task, sandbox::ScratchDirectory scratch)
      : task_(std::move(task)), scratch_(std::move(scratch)) {
    policy_.minimum = task_.least;
    policy_.scratch = scratch_.path();
  }

  Result<void> compile() {
    HarnessTask harness{task_.source, {}, task_.function, task_.sizes, task_.dimensions, task_.shim};
    // A loop that never ends stays one, though C++ lets the compiler take it away.
    std::vector<std::string> flags{"-std=c++20", "-O2", "-w", "-ffp-contract=off", "-fno-finite-loops"};
    flags.insert(flags.end(), task_.flags.begin(), task_.flags.end());
    for (const char c : task_.file) { // it is written into a string literal
      harness.file += c == '"' || c == '\\' || static_cast<unsigned char>(c) < ' ' ? '_' : c;
    }
    sandbox::Policy policy = policy_;
    policy.wall_time = policy.cpu_time = Seconds(compile_seconds);
    std::string first;
    for (const bool by_type : {true, false}) {
      harness.by_type = by_type;
      auto compiled = sandbox::compile_cxx({.source = harness_source(harness), .flags = flags}, policy);
      if (!compiled) {
        return forward(compiled);
      }
      if (compiled->binary) {
        binary_ = *compiled->binary;
        return read_limits();
      }
      if (compiled->outcome.ending != sandbox::Ending::exited) {
        return fail(ErrorKind::input,
                    fmt::format("{} cannot be compiled: the compiler {}", task_.file, compiled->outcome.evidence));
      }
      const std::string diagnostics = tidy(compiled->diagnostics, scratch_.path().string());
      // A template, a set of overloads or an object has no function type of its own; anything else is final.
      if (by_type && diagnostics.find("overloaded function") == std::string::npos &&
          diagnostics.find("a type of its own") == std::string::npos) {
        const auto alone = sandbox::compile_cxx(
            {.source = source_alone(harness), .binary = sandbox::Binary::shared_object, .flags = flags}, policy);
        const bool at_fault = alone && !alone->binary && alone->outcome.ending == sandbox::Ending::exited;
        return does_not_compile(task_, at_fault ? tidy(alone->diagnostics, scratch_.path().string()) : diagnostics);
      }
      first = by_type ? diagnostics : own_message(diagnostics).empty() ? first : diagnostics;
    }
    return does_not_compile(task_, first);
  }

  Result<Answer> run(std::span<const Request> requests) override {
    Answer answer;
    answer.columns.resize(task_.dimensions.size());
    std::vector<Request> left(requests.begin(), requests.end());
    const std::optional<Stop> known = cut_at_known_stop(left);
    bool careful = false;
    while (!left.empty()) {
      const double remaining = task_.seconds - spent_;
      if (remaining <= 0) {
        answer.out_of_time = true;
        return answer;
      }
      auto attempt = attempt_once(left, careful, std::min(remaining, patience));
      if (!attempt) {
        return forward(attempt);
      }
      const std::uint64_t points = append(attempt->standard_output, left, answer);
      if (left.empty()) {
        break;
      }
      // It ended early. Points still in its buffer are lost, so a careful attempt writes one after the other: then
      // the point that is missing is the one that stopped it.
      const bool timed_out =
          attempt->ending == sandbox::Ending::timed_out || attempt->ending == sandbox::Ending::cpu_limit;
      if (careful && !(timed_out && points > 0)) {
        answer.stopped = timed_out && remaining < patience ? std::nullopt : std::optional(ending_text(*attempt));
        answer.out_of_time = !answer.stopped;
        answer.said = sandbox::first_line(attempt->standard_error);
        if (answer.stopped) {
          stops_.push_back({left[0].size, left[0].first, *answer.stopped, answer.said});
        }
        return answer;
      }
      careful = careful ? points < few : !timed_out || points == 0;
    }
    if (known) {
      answer.stopped = known->how;
      answer.said = known->said;
    }
    return answer;
  }

  [[nodiscard]] Limits limits() const override { return limits_; }
  [[nodiscard]] std::uint64_t most_points() const override { return std::numeric_limits<std::uint64_t>::max(); }
  [[nodiscard]] std::string level() const override { return std::string(to_string(level_)); }

private:
  /// A call that did not return a point; it is not made again.
  struct Stop {
    std::vector<std::int64_t> size;
    std::int64_t index = 0;
    std::string how;
    std::string said;
  };

  /// Takes away what comes from the first call on that is known not to return, and tells of that call.
  std::optional<Stop> cut_at_known_stop(std::vector<Request>& left) const {
    for (std::size_t i = 0; i < left.size(); ++i) {
      const Stop* first = nullptr;
      for (const Stop& stop : stops_) {
        const bool same = !limits_.takes_sizes || stop.size == left[i].size;
        const bool in_range =
            stop.index >= left[i].first && static_cast<std::uint64_t>(stop.index - left[i].first) < left[i].count;
        if (same && in_range && (first == nullptr || stop.index < first->index)) {
          first = &stop;
        }
      }
      if (first != nullptr) {
        left[i].count = static_cast<std::uint64_t>(first->index - left[i].first);
        left.resize(left[i].count > 0 ? i + 1 : i);
        return *first;
      }
    }
    return std::nullopt;
  }

  Result<void> read_limits() {
    policy_.wall_time = policy_.cpu_time = Seconds(std::max(patience, 1.0));
    auto outcome = sandbox::run(policy_, {binary_.string(), "limits"});
    if (!outcome) {
      return forward(outcome);
    }
    level_ = outcome->level;
    const std::string& text = outcome->standard_output;
    const std::size_t end = text.find_last_not_of('\n');
    std::istringstream line(end == std::string::npos ? "" : text.substr(text.rfind('\n', end) + 1));
    limits_.sizes.resize(task_.sizes);
    for (std::int64_t& size : limits_.sizes) {
      line >> size;
    }
    line >> limits_.index >> limits_.coordinate >> limits_.takes_sizes;
    if (!outcome->succeeded() || !line) {
      return fail(ErrorKind::input, fmt::format("{} does not start: it {}", task_.file, outcome->evidence),
                  "look at its global objects");
    }
    return {};
  }

  Result<sandbox::Outcome> attempt_once(const std::vector<Request>& requests, bool careful, double seconds) {
    std::string input;
    std::uint64_t points = 0;
    const auto put = [&](std::int64_t word) { input.append(reinterpret_cast<const char*>(&word), sizeof word); };
    for (const Request& request : requests) {
      for (const std::int64_t size : request.size) {
        put(size);
      }
      put(request.first);
      put(static_cast<std::int64_t>(request.count));
      points += request.count;
    }
    sandbox::Policy policy = policy_;
    policy.wall_time = Seconds(seconds);
    policy.cpu_time = Seconds(seconds + 1);
    policy.output = Bytes((points * task_.dimensions.size() + 1) * sizeof(std::int64_t) + (std::uint64_t{1} << 20U));
    const auto began = Clock::now();
    auto outcome = sandbox::run(policy, {binary_.string(), careful ? "careful" : "fast"}, input);
    spent_ += std::chrono::duration<double>(Clock::now() - began).count();
    return outcome;
  }

  /// Takes over the points of `output` and removes their indices from `left`; returns how many.
  std::uint64_t append(const std::string& output, std::vector<Request>& left, Answer& answer) const {
    constexpr std::size_t word = sizeof(std::int64_t);
    const std::size_t width = task_.dimensions.size();
    if (output.size() < word || std::memcmp(output.data(), &harness_magic, word) != 0) {
      return 0;
    }
    std::uint64_t points = (output.size() - word) / (word * width);
    std::uint64_t asked = 0;
    for (const Request& request : left) {
      asked += request.count;
    }
    points = std::min(points, asked); // more than asked for: written by something else than the harness
    const char* at = output.data() + word;
    for (std::uint64_t i = 0; i < points; ++i) {
      for (std::size_t d = 0; d < width; ++d, at += word) {
        std::int64_t value = 0;
        std::memcpy(&value, at, word);
        answer.columns[d].push_back(value);
      }
    }
    answer.points += points;
    std::uint64_t done = points;
    std::size_t whole = 0;
    while (whole < left.size() && left[whole].count <= done) {
      done -= left[whole++].count;
    }
    left.erase(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(whole));
    if (done > 0) {
      left[0].first += static_cast<std::int64_t>(done);
      left[0].count -= done;
    }
    return points;
  }

  static std::string ending_text(const sandbox::Outcome& outcome) {
    switch (outcome.ending) {
    case sandbox::Ending::timed_out:
    case sandbox::Ending::cpu_limit:
      return fmt::format("does not return within {:g} s", patience);
    case sandbox::Ending::exited:
      if (outcome.code == out_of_bounds_code) {
        return "writes beside its outputs, out of bounds";
      }
      return outcome.code == 0 ? "ends the program" : "ends the program: " + outcome.evidence;
    default:
      return "crashes: " + outcome.evidence;
    }
  }

  NativeTask task_;
  sandbox::ScratchDirectory scratch_;
  sandbox::Policy policy_;
  sandbox::Level level_ = sandbox::Level::none;
  std::vector<Stop> stops_;
  std::filesystem::path binary_;
  Limits limits_;
  double spent_ = 0;
};

} // namespace

Result<std::unique_ptr<NativeSubject>> native_subject(const NativeTask& task) {
  if (!is_function_name(task.function)) {
    return fail(ErrorKind::input, fmt::format("'{}' is not the name of a function", task.function));
  }
  auto scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  auto subject = std::make_unique<CompiledSubject>(task, std::move(*scratch));
  if (auto compiled = subject->compile(); !compiled) {
    return forward(compiled);
  }
  return subject;
}

} // namespace mapwright::index_map::candidate
