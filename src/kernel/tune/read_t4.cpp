// Reading T4 results: every mistake at its place.
#include "core/suggest.hpp"
#include "kernel/tune/json_place.hpp"
#include "kernel/tune/t4.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <sstream>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {

namespace {

using Json = nlohmann::json;

constexpr std::array outcomes = {Outcome::correct, Outcome::compile,     Outcome::runtime,
                                 Outcome::timeout, Outcome::correctness, Outcome::constraints};

/// A walk through the document that knows where it is. After the first mistake nothing else is recorded.
class Reader {
public:
  Reader(std::string_view text, const std::string& file) : text_(text), file_(file) {}

  /// A mistake at the path walked.
  void refuse(std::string_view mistake, std::string hint = {}) {
    if (!error_) {
      const std::string place = to_string(std::span<const JsonStep>(path_));
      error_ = Error{ErrorKind::input, place.empty() ? std::string(mistake) : fmt::format("{}: {}", place, mistake),
                     locate(text_, json_place(text_, path_), file_), std::move(hint)};
    }
  }

  /// Calls `read` on a member of the type wanted; refuses another type, and its lack when it is needed.
  template <class Read>
  void member(const Json& object, const std::string& key, Json::value_t type, bool needed, const Read& read) {
    const auto found = object.find(key);
    if (found == object.end()) {
      if (needed) {
        refuse(fmt::format("'{}' is missing", key));
      }
      return;
    }
    within(key, [&] {
      if (has_type(*found, type)) {
        read(*found);
      } else {
        refuse(fmt::format("must be {}", name_of(type)));
      }
    });
  }

  /// Calls `read` on every element.
  template <class Read> void each(const Json& list, const Read& read) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      within(i, [&] { read(list[i]); });
    }
  }

  /// Does something one step further in.
  template <class Do> void within(JsonStep step, const Do& action) {
    path_.push_back(std::move(step));
    action();
    path_.pop_back();
  }

  void number(const Json& object, const std::string& key, bool needed, double& target) {
    member(object, key, Json::value_t::number_float, needed, [&](const Json& value) { target = value.get<double>(); });
  }

  void text(const Json& object, const std::string& key, std::string& target) {
    member(object, key, Json::value_t::string, false, [&](const Json& value) { target = value.get<std::string>(); });
  }

  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

private:
  static bool has_type(const Json& value, Json::value_t type) {
    return type == Json::value_t::number_float ? value.is_number() : value.type() == type;
  }

  static std::string_view name_of(Json::value_t type) {
    return type == Json::value_t::object   ? "an object"
           : type == Json::value_t::array  ? "an array"
           : type == Json::value_t::string ? "a text"
                                           : "a number";
  }

  std::string_view text_;
  const std::string& file_;
  std::vector<JsonStep> path_{};
  std::optional<Error> error_{};
};

void read_configuration(Reader& reader, const Json& object, Tuning& tuning) {
  for (const auto& [name, value] : object.items()) {
    reader.within(name, [&, &value = value, &name = name] {
      const bool fits = value.is_number_integer() &&
                        (!value.is_number_unsigned() || value.get<std::uint64_t>() <= std::uint64_t{INT64_MAX});
      if (fits) {
        tuning[name] = value.get<std::int64_t>();
      } else {
        reader.refuse("must be an integer of 64 bits", "values of other kinds cannot be a tunable's");
      }
    });
  }
}

void read_times(Reader& reader, const Json& object, T4Times& times) {
  reader.number(object, "compilation_time", false, times.compilation_time);
  reader.number(object, "framework", false, times.framework);
  reader.number(object, "search_algorithm", false, times.search_algorithm);
  reader.number(object, "validation", false, times.validation);
  reader.member(object, "runtimes", Json::value_t::array, false, [&](const Json& list) {
    reader.each(list, [&](const Json& value) {
      if (value.is_number()) {
        times.runtimes.push_back(value.get<double>());
      } else {
        reader.refuse("must be a number");
      }
    });
  });
}

void read_outcome(Reader& reader, const std::string& name, Outcome& outcome) {
  std::vector<std::string> names;
  for (const Outcome known : outcomes) {
    names.emplace_back(to_string(known));
    if (names.back() == name) {
      outcome = known;
      return;
    }
  }
  reader.refuse(fmt::format("'{}' is no outcome", name),
                suggest(name, names, "one of correct, compile, runtime, timeout, correctness, constraints"));
}

void read_measurement(Reader& reader, const Json& object, std::vector<T4Measurement>& measurements) {
  if (!object.is_object()) {
    return reader.refuse("must be an object");
  }
  T4Measurement measurement;
  reader.text(object, "name", measurement.name);
  reader.text(object, "unit", measurement.unit);
  const auto value = object.find("value");
  if (value != object.end() && value->is_number()) {
    measurement.value = value->get<double>();
    measurements.push_back(std::move(measurement));
  }
}

T4Result read_result(Reader& reader, const Json& object) {
  T4Result result;
  if (!object.is_object()) {
    reader.refuse("must be an object");
    return result;
  }
  reader.text(object, "timestamp", result.timestamp);
  reader.member(object, "configuration", Json::value_t::object, true,
                [&](const Json& value) { read_configuration(reader, value, result.configuration); });
  reader.member(object, "objectives", Json::value_t::array, false, [&](const Json& list) {
    reader.each(list, [&](const Json& value) {
      if (value.is_string()) {
        result.objectives.push_back(value.get<std::string>());
      } else {
        reader.refuse("must be a text");
      }
    });
  });
  reader.member(object, "times", Json::value_t::object, true,
                [&](const Json& value) { read_times(reader, value, result.times); });
  reader.member(object, "invalidity", Json::value_t::string, true,
                [&](const Json& value) { read_outcome(reader, value.get<std::string>(), result.invalidity); });
  reader.number(object, "correctness", true, result.correctness);
  reader.member(object, "measurements", Json::value_t::array, false, [&](const Json& list) {
    reader.each(list, [&](const Json& value) { read_measurement(reader, value, result.measurements); });
  });
  return result;
}

} // namespace

Result<T4Record> parse_t4(std::string_view text, const std::string& file) {
  Json document;
  try {
    document = Json::parse(text);
  } catch (const Json::parse_error& thrown) {
    const std::size_t offset = std::min(thrown.byte == 0 ? 0 : thrown.byte - 1, text.size());
    return tl::unexpected<Error>(Error{ErrorKind::input, "this is no JSON", locate(text, offset, file),
                                       "a record of tuning is a T4 results file"});
  } catch (const Json::exception& thrown) {
    return fail(ErrorKind::input, fmt::format("{}: {}", file, thrown.what()));
  }
  Reader reader(text, file);
  T4Record record;
  if (!document.is_object()) {
    reader.refuse("must be an object", "a record of tuning is a T4 results file");
  } else {
    reader.member(document, "schema_version", Json::value_t::string, false, [&](const Json& version) {
      if (!version.get<std::string>().starts_with("1.")) {
        reader.refuse(fmt::format("version {} is not supported", version.get<std::string>()), "1.0.0 is");
      }
    });
    reader.member(document, "metadata", Json::value_t::object, false, [&](const Json& metadata) {
      for (const auto& [name, value] : metadata.items()) {
        if (value.is_string()) {
          record.metadata[name] = value.get<std::string>();
        }
      }
    });
    reader.member(document, "results", Json::value_t::array, true, [&](const Json& list) {
      reader.each(list, [&](const Json& value) { record.results.push_back(read_result(reader, value)); });
    });
  }
  if (reader.error()) {
    return tl::unexpected<Error>(*reader.error());
  }
  return record;
}

Result<T4Record> read_t4(const std::filesystem::path& file) {
  constexpr std::uintmax_t most = std::uintmax_t{256} << 20U;
  std::error_code error;
  const std::uintmax_t size = std::filesystem::file_size(file, error);
  std::ifstream stream(file, std::ios::binary);
  if (error || !stream) {
    return fail(ErrorKind::input, fmt::format("cannot read {}", file.string()));
  }
  if (size > most) {
    return fail(ErrorKind::input, fmt::format("{} is larger than 256 MiB", file.string()));
  }
  std::ostringstream contents;
  contents << stream.rdbuf();
  return parse_t4(contents.str(), file.string());
}

} // namespace mapwright::kernel
