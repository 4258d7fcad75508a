#include "llm/chat.hpp"

namespace mapwright::llm {

std::string_view to_string(Role role) {
  switch (role) {
  case Role::system:
    return "system";
  case Role::user:
    return "user";
  case Role::assistant:
    break;
  }
  return "assistant";
}

std::string_view to_string(Finish finish) {
  switch (finish) {
  case Finish::stop:
    return "stop";
  case Finish::length:
    return "length";
  case Finish::filtered:
    return "filtered";
  case Finish::refused:
    break;
  }
  return "refused";
}

std::string_view to_string(FailureKind kind) {
  switch (kind) {
  case FailureKind::unreachable:
    return "unreachable";
  case FailureKind::unauthorized:
    return "unauthorized";
  case FailureKind::unknown_model:
    return "unknown-model";
  case FailureKind::bad_request:
    return "bad-request";
  case FailureKind::rate_limited:
    return "rate-limited";
  case FailureKind::out_of_quota:
    return "out-of-quota";
  case FailureKind::overloaded:
    return "overloaded";
  case FailureKind::timed_out:
    return "timed-out";
  case FailureKind::broken:
    return "broken";
  case FailureKind::empty:
    return "empty";
  case FailureKind::cancelled:
    return "cancelled";
  case FailureKind::not_recorded:
    break;
  }
  return "not-recorded";
}

} // namespace mapwright::llm
