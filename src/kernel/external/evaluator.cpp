#include "kernel/external/evaluator.hpp"

#include "sandbox/scratch.hpp"

#include <fstream>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::kernel {

namespace {

using OrderedJson = nlohmann::ordered_json;

/// Every `from` in `text` becomes `to`.
std::string with(std::string text, std::string_view from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

Result<void> put_file(const std::filesystem::path& file, const std::string& text) {
  std::ofstream stream(file, std::ios::binary);
  stream << text;
  stream.close();
  return stream ? Result<void>() : fail(ErrorKind::machine, fmt::format("{} cannot be written", file.string()));
}

std::string dumped(const OrderedJson& json) {
  return json.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

} // namespace

std::string tuned_source(const Subject& subject) {
  std::string text;
  for (const auto& [name, value] : subject.tuning) {
    text += fmt::format("#define {} {}\n", name, value);
  }
  return text.empty() ? subject.candidate.source : text + "#line 1\n" + subject.candidate.source;
}

std::string question_text(const Task& task, const Subject& subject, std::span<const Shape> shapes,
                          const std::string& candidate_file) {
  OrderedJson json{{"schema_version", 1},
                   {"task", task.name},
                   {"backend", to_string(subject.candidate.backend)},
                   {"candidate", candidate_file},
                   {"tuning", OrderedJson::object()},
                   {"shapes", OrderedJson::array()}};
  for (const auto& [name, value] : subject.tuning) {
    json["tuning"][name] = value;
  }
  for (const Shape& shape : shapes) {
    OrderedJson sizes = OrderedJson::object();
    for (std::size_t i = 0; i < task.sizes.size(); ++i) {
      sizes[task.sizes[i]] = shape.sizes[i];
    }
    json["shapes"].push_back(std::move(sizes));
  }
  json["source"] = tuned_source(subject);
  return dumped(json);
}

Result<Evaluation> Evaluator::evaluate(const Task& task, const Subject& subject, std::span<const Shape> shapes) const {
  const auto scratch = sandbox::ScratchDirectory::create();
  if (!scratch) {
    return forward(scratch);
  }
  const auto candidate = scratch->path() / ("candidate" + std::string(extension(subject.candidate.backend)));
  const auto tuning = scratch->path() / "tuning.json";
  for (const auto& [file, text] :
       {std::pair(candidate, tuned_source(subject)), std::pair(tuning, dumped(OrderedJson(subject.tuning)))}) {
    if (const auto written = put_file(file, text); !written) {
      return forward(written);
    }
  }
  UserCommand command = command_;
  for (std::string& word : command.argv) {
    word = with(with(std::move(word), "{candidate}", candidate.string()), "{tuning}", tuning.string());
  }
  const auto run = run_command(command, question_text(task, subject, shapes, candidate.string()), rule_, stop_);
  if (!run) {
    return forward(run);
  }
  if (run->end == RunEnd::stopped) {
    return fail(ErrorKind::answer_no, "the evaluation was interrupted");
  }
  if (run->end == RunEnd::timed_out) {
    return Evaluation{.verdict = ExternalVerdict::timed_out,
                      .message = fmt::format("the evaluator {}", failure_text(*run, rule_))};
  }
  if (!run->succeeded()) {
    return fail(ErrorKind::machine, fmt::format("the evaluator '{}' {}", command_.text, failure_text(*run, rule_)),
                R"(a candidate that fails is told by {"verdict": "failed"} and exit code 0)");
  }
  return parse_evaluation(run->standard_output, task, shapes,
                          fmt::format("reply of '{}' about {}", command_.text, subject.name));
}

} // namespace mapwright::kernel
