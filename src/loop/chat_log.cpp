#include "loop/chat_log.hpp"

#include "llm/json.hpp"

#include <fmt/format.h>

namespace mapwright::loop {

namespace {

/// A failure of circumstances: the same question may be answered later.
bool may_pass(llm::FailureKind kind) {
  switch (kind) {
  case llm::FailureKind::unreachable:
  case llm::FailureKind::unauthorized:
  case llm::FailureKind::unknown_model:
  case llm::FailureKind::rate_limited:
  case llm::FailureKind::out_of_quota:
  case llm::FailureKind::overloaded:
  case llm::FailureKind::cancelled:
    return true;
  default:
    return false;
  }
}

Resources used_by(const llm::Answer& answer) {
  Resources used;
  if (answer) {
    used.tokens = answer->usage.total();
    used.time = answer->time;
    used.dollars = answer->dollars.value_or(0);
    used.energy = answer->energy ? answer->energy->energy : Joules{};
  } else {
    used.tokens = answer.error().usage.total();
    used.time = answer.error().time;
  }
  return used;
}

} // namespace

ChatLog::ChatLog(const std::vector<archive::Exchange>& recorded, archive::Journal* journal) : journal_(journal) {
  for (const archive::Exchange& exchange : recorded) { // of several with one place, the latest counts
    recorded_.insert_or_assign({exchange.step, exchange.ordinal},
                               Recorded{exchange.digest, exchange.reply, exchange.used});
  }
}

std::optional<Heard> ChatLog::recall(const Asker& asker, const std::string& digest) const {
  const auto found = recorded_.find({asker.step, asker.ordinal});
  if (found == recorded_.end() || found->second.digest != digest) {
    return std::nullopt;
  }
  auto answer = llm::answer_from_json(found->second.reply);
  if (!answer || (journal_ != nullptr && !*answer && may_pass(answer->error().kind))) {
    return std::nullopt;
  }
  return Heard{std::move(*answer), found->second.used};
}

Result<Heard> ChatLog::ask(const Asker& asker, llm::Provider& provider, const llm::Request& request,
                           std::stop_token stop) {
  const std::string digest = llm::digest(request);
  if (auto heard = recall(asker, digest)) {
    return std::move(*heard);
  }
  if (journal_ == nullptr) {
    llm::Failure failure;
    failure.kind = llm::FailureKind::not_recorded;
    failure.message = fmt::format("question {} of step {} differs from the recorded one", asker.ordinal, asker.step);
    return Heard{tl::make_unexpected(std::move(failure)), {}};
  }
  Heard heard{provider.ask(request, std::move(stop)), {}};
  heard.used = used_by(heard.answer);
  archive::Exchange exchange;
  exchange.step = asker.step;
  exchange.ordinal = asker.ordinal;
  exchange.provider = provider.kind();
  exchange.model = provider.model();
  exchange.digest = digest;
  exchange.request = llm::to_json(request);
  exchange.outcome = heard.answer ? "reply" : std::string(to_string(heard.answer.error().kind));
  exchange.reply = llm::to_json(heard.answer);
  exchange.used = heard.used;
  exchange.fixture = heard.answer && heard.answer->fixture;
  if (auto written = journal_->append(exchange); !written) {
    return forward(written);
  }
  return heard;
}

} // namespace mapwright::loop
