#include "kernel/rewrite/serve.hpp"

#include "kernel/rewrite/behaviour.hpp"
#include "kernel/rewrite/catalogue.hpp"
#include "kernel/rewrite/messages.hpp"
#include "kernel/rewrite/parse.hpp"

#include <algorithm>
#include <iostream>
#include <iterator>

#include <fmt/format.h>

namespace mapwright::kernel::rewrite {
namespace {

/// Whether the variant is one to offer: its comment is as it must be, and nothing equal is offered already.
bool worth_offering(const Subject& subject, const Variant& variant, const std::vector<Variant>& offered) {
  const bool known =
      variant.source == subject.source.text ||
      std::any_of(offered.begin(), offered.end(), [&](const Variant& other) { return other.source == variant.source; });
  return !known && parse_candidate(subject.task, subject.candidate.backend, variant.source, "variant").has_value();
}

/// Two places of one description are told apart by numbers.
void number_sites(std::vector<Variant>& variants) {
  for (std::size_t i = 0; i < variants.size(); ++i) {
    std::size_t count = 1;
    for (std::size_t j = i + 1; j < variants.size(); ++j) {
      if (variants[j].experiment == variants[i].experiment && variants[j].site == variants[i].site) {
        variants[j].site += fmt::format(" ({})", ++count);
      }
    }
  }
}

} // namespace

Result<Examination> examine_here(const Task& task, Backend backend, const std::string& source) {
  const Result<KernelCandidate> candidate = parse_candidate(task, backend, source, "kernel");
  if (!candidate) {
    return Examination{.trouble = candidate.error().message};
  }
  const Result<Source> parsed = parse(backend, source, preset(*candidate));
  if (!parsed && parsed.error().kind == ErrorKind::answer_no) {
    return Examination{.trouble = parsed.error().message};
  }
  if (!parsed) {
    return forward(parsed);
  }
  Examination result{.behaviour = behaviour_of(*parsed, *candidate)};
  const Subject subject{task, *candidate, *parsed};
  for (const Rule& rule : rules()) {
    const std::vector<Backend>& backends = rule.experiment.backends;
    if (std::find(backends.begin(), backends.end(), backend) == backends.end()) {
      continue;
    }
    for (Variant& variant : rule.apply(subject)) {
      variant.experiment = rule.experiment.name;
      if (worth_offering(subject, variant, result.variants)) {
        result.variants.push_back(std::move(variant));
      }
    }
  }
  number_sites(result.variants);
  return result;
}

int serve() {
  const std::string text{std::istreambuf_iterator<char>(std::cin), std::istreambuf_iterator<char>()};
  const nlohmann::json json = nlohmann::json::parse(text, nullptr, false);
  const Result<Question> question = question_from_json(json);
  const Result<Examination> answer =
      question ? examine_here(question->task, question->backend, question->source) : forward(question);
  std::cout << to_json(answer).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << "\n";
  return std::cout.flush() ? 0 : 1;
}

} // namespace mapwright::kernel::rewrite
