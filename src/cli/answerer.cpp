#include "cli/answerer.hpp"

#include <fmt/format.h>

namespace mapwright::cli {

Result<Answerer> read_answerer(const DomainOptions& options, bool allow_unproved, const std::string& command,
                               const SizeChoice& choose_sizes, Terminal& terminal) {
  auto question = read_question(options, terminal);
  if (!question) {
    return forward(question);
  }
  if (question->inferred == nullptr) {
    if (const auto sizes = all_sizes(*question, command); !sizes) {
      return forward(sizes);
    }
  }
  index_map::DeriveOptions symbolic;
  symbolic.form = options.form;
  auto certified = index_map::derive_certified(question->domain, symbolic);
  if (!certified) {
    return forward(certified);
  }
  if (certified->certificate.status != index_map::Status::proved && !allow_unproved) {
    return fail(ErrorKind::answer_no,
                fmt::format("the map is not used: {}", index_map::status_text(certified->certificate)),
                "--allow-unproved uses it all the same");
  }
  auto derived = std::make_unique<const index_map::Derived>(std::move(certified->derived));
  auto sizes = choose_sizes(*question, *derived);
  if (!sizes) {
    return forward(sizes);
  }
  auto at = report::MapAt::make(*derived, std::move(*sizes), question->tables);
  if (!at) {
    return forward(at);
  }
  return Answerer{std::move(*question), std::move(derived), std::move(*at)};
}

} // namespace mapwright::cli
