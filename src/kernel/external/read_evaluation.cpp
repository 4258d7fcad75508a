// Reading the reply of an evaluator: every mistake at its place, with what came and what was expected.
#include "core/suggest.hpp"
#include "kernel/external/evaluation.hpp"
#include "kernel/external/user_command.hpp"
#include "kernel/tune/json_walk.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {

namespace {

using Json = nlohmann::json;

constexpr double longest_seconds = 1e7;
constexpr std::size_t most_samples = 100'000;
constexpr std::size_t quoted_value = 60;
constexpr std::size_t longest_source_line = 200;

std::string quoted(const Json& value) {
  return one_line(value.dump(-1, ' ', false, Json::error_handler_t::replace), quoted_value);
}

std::string shape_names(const Task& task, std::span<const Shape> shapes) {
  std::string text;
  for (const Shape& shape : shapes) {
    text += (text.empty() ? "" : "; ") + describe(task, shape);
  }
  return text;
}

/// The reply, member by member. After the first mistake what is read means nothing.
class ReplyReader {
public:
  ReplyReader(JsonWalk& walk, const Task& task, std::span<const Shape> shapes)
      : walk_(walk), task_(task), shapes_(shapes) {}

  Evaluation read(const Json& reply) {
    Evaluation evaluation;
    if (!reply.is_object()) {
      walk_.refuse(fmt::format("the reply must be a JSON object, not {}", quoted(reply)));
      return evaluation;
    }
    read_verdict(reply, evaluation);
    walk_.member(reply, "message", Json::value_t::discarded, false, [&](const Json& message) {
      if (message.is_string()) {
        evaluation.message = message.get<std::string>();
      } else {
        walk_.refuse(fmt::format("must be a text, not {}", quoted(message)));
      }
    });
    if (evaluation.timed()) {
      read_times(reply, evaluation);
    }
    return evaluation;
  }

private:
  void read_verdict(const Json& reply, Evaluation& evaluation) {
    walk_.member(reply, "verdict", Json::value_t::discarded, false, [&](const Json& verdict) {
      std::vector<std::string> names;
      for (const ExternalVerdict one : {ExternalVerdict::valid, ExternalVerdict::wrong, ExternalVerdict::failed}) {
        names.emplace_back(to_string(one));
        if (verdict == names.back()) {
          evaluation.verdict = one;
          return;
        }
      }
      walk_.refuse(fmt::format("{} is no verdict", quoted(verdict)),
                   suggest(verdict.is_string() ? verdict.get<std::string>() : "", names,
                           R"(expected "valid", "wrong" or "failed"; timings alone come without a verdict)"));
    });
  }

  void read_times(const Json& reply, Evaluation& evaluation) {
    const bool together = reply.contains("seconds");
    if (together == reply.contains("times")) {
      return walk_.refuse(together ? "the reply has both 'seconds' and 'times'"
                                   : "the reply has neither 'seconds' nor 'times'",
                          "'times' has one entry for each shape, 'seconds' is for all shapes together");
    }
    if (together) {
      walk_.within("seconds", [&] { evaluation.seconds.push_back(samples(reply["seconds"])); });
    } else {
      walk_.within("times", [&] { evaluation.seconds = times_of_shapes(reply["times"]); });
    }
  }

  /// One number, or a list of them.
  std::vector<double> samples(const Json& value) {
    std::vector<double> times;
    if (!value.is_array()) {
      read_time(value, times);
    } else if (value.empty() || value.size() > most_samples) {
      walk_.refuse(fmt::format("a list of times has 1 to {} of them, not {}", most_samples, value.size()));
    } else {
      for (std::size_t i = 0; i < value.size(); ++i) {
        walk_.within(i, [&] { read_time(value[i], times); });
      }
    }
    return times;
  }

  void read_time(const Json& value, std::vector<double>& times) {
    times.push_back(value.is_number() ? value.get<double>() : -1);
    if (!(times.back() > 0 && times.back() <= longest_seconds)) {
      walk_.refuse(fmt::format("a time in seconds is a number above 0 and at most 1e7, not {}", quoted(value)));
    }
  }

  std::vector<std::vector<double>> times_of_shapes(const Json& list) {
    std::vector<std::vector<double>> times(shapes_.size());
    if (!list.is_array()) {
      walk_.refuse(fmt::format("must be a list, not {}", quoted(list)),
                   R"(e.g. "times": [{"shape": {"n": 64}, "seconds": 0.1}])");
      return times;
    }
    for (std::size_t i = 0; i < list.size(); ++i) {
      walk_.within(i, [&] { read_entry(list[i], times); });
    }
    for (std::size_t i = 0; i < shapes_.size(); ++i) {
      if (times[i].empty()) {
        walk_.refuse(fmt::format("there is no time for the shape {}", describe(task_, shapes_[i])),
                     fmt::format("{} shapes were asked for: {}", shapes_.size(), shape_names(task_, shapes_)));
      }
    }
    return times;
  }

  void read_entry(const Json& entry, std::vector<std::vector<double>>& times) {
    if (!entry.is_object() || !entry.contains("shape") || !entry.contains("seconds")) {
      return walk_.refuse(fmt::format("must be an object with 'shape' and 'seconds', not {}", quoted(entry)));
    }
    const std::size_t shape = shape_index(entry["shape"]);
    if (shape == shapes_.size()) {
      return walk_.within("shape", [&] {
        walk_.refuse(fmt::format("{} is none of the shapes that were asked for", quoted(entry["shape"])),
                     fmt::format("they are {}", shape_names(task_, shapes_)));
      });
    }
    if (!times[shape].empty()) {
      return walk_.refuse(fmt::format("the shape {} is there twice", describe(task_, shapes_[shape])));
    }
    walk_.within("seconds", [&] { times[shape] = samples(entry["seconds"]); });
  }

  /// Which of the shapes `value` is; their number when it is none.
  [[nodiscard]] std::size_t shape_index(const Json& value) const {
    const auto is_that = [&](const Shape& shape) {
      bool same = value.is_object() && value.size() == task_.sizes.size();
      for (std::size_t size = 0; same && size < task_.sizes.size(); ++size) {
        const auto found = value.find(task_.sizes[size]);
        same = found != value.end() && found->is_number_integer() && *found == shape.sizes[size];
      }
      return same;
    };
    return static_cast<std::size_t>(std::find_if(shapes_.begin(), shapes_.end(), is_that) - shapes_.begin());
  }

  JsonWalk& walk_;
  const Task& task_;
  std::span<const Shape> shapes_;
};

/// The error without a line too long to be shown.
tl::unexpected<Error> shown(Error error) {
  if (error.where && error.where->source_line.size() > longest_source_line) {
    error.where->source_line.clear();
  }
  return tl::unexpected<Error>(std::move(error));
}

} // namespace

std::string_view to_string(ExternalVerdict verdict) {
  switch (verdict) {
  case ExternalVerdict::valid:
    return "valid";
  case ExternalVerdict::unchecked:
    return "unchecked";
  case ExternalVerdict::wrong:
    return "wrong";
  case ExternalVerdict::failed:
    return "failed";
  case ExternalVerdict::timed_out:
    break;
  }
  return "timed-out";
}

Result<Evaluation> parse_evaluation(std::string_view reply, const Task& task, std::span<const Shape> shapes,
                                    const std::string& source) {
  if (reply.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return fail(ErrorKind::input, fmt::format("{} is empty; expected one JSON document", source),
                "an evaluator writes its verdict and times to standard output (docs/kernel-external.md)");
  }
  Json document;
  try {
    document = Json::parse(reply);
  } catch (const Json::parse_error& thrown) {
    const std::size_t offset = std::min(thrown.byte == 0 ? 0 : thrown.byte - 1, reply.size());
    return shown({ErrorKind::input, "this is no JSON; expected one JSON document and nothing else",
                  locate(reply, offset, source),
                  "notes of an evaluator go to standard error; NaN is no number of JSON"});
  } catch (const Json::exception& thrown) {
    return fail(ErrorKind::input, fmt::format("{}: {}", source, thrown.what()));
  }
  JsonWalk walk(reply, source);
  Evaluation evaluation = ReplyReader(walk, task, shapes).read(document);
  if (walk.error()) {
    return shown(*walk.error());
  }
  return evaluation;
}

} // namespace mapwright::kernel
