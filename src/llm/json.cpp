#include "llm/json.hpp"

#include "core/digest.hpp"

#include <initializer_list>
#include <limits>
#include <optional>
#include <utility>

#include <fmt/format.h>

namespace mapwright::llm {
namespace {

using nlohmann::json;

/// Reads the members of one object and keeps the first mistake. A target whose member is absent stays as it is.
class Members {
public:
  Members(const json& object, std::string name) : object_(object), name_(std::move(name)) {
    if (!object.is_object()) {
      refuse("is no object");
    }
  }

  /// The member; null when it is absent or null.
  const json* find(const char* key) const {
    if (!object_.is_object()) {
      return nullptr;
    }
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }

  /// As find, but absence is a mistake.
  const json* need(const char* key) {
    const json* const found = find(key);
    if (found == nullptr) {
      refuse(fmt::format("lacks \"{}\"", key));
    }
    return found;
  }

  void text(const char* key, std::string& target) {
    if (const json* const found = find(key); expect(found, found != nullptr && found->is_string(), key, "a text")) {
      target = found->get<std::string>();
    }
  }
  template <class T> void count(const char* key, T& target) {
    if (const json* const found = find(key); expect(found, is_count<T>(found), key, "a number from 0 on")) {
      target = found->get<T>();
    }
  }
  void count(const char* key, std::optional<std::uint64_t>& target) {
    if (find(key) != nullptr) {
      count(key, target.emplace());
    }
  }
  void real(const char* key, double& target) {
    if (const json* const found = find(key); expect(found, found != nullptr && found->is_number(), key, "a number")) {
      target = found->get<double>();
    }
  }
  void real(const char* key, std::optional<double>& target) {
    if (find(key) != nullptr) {
      real(key, target.emplace());
    }
  }
  void flag(const char* key, bool& target) {
    if (const json* const found = find(key);
        expect(found, found != nullptr && found->is_boolean(), key, "true or false")) {
      target = found->get<bool>();
    }
  }
  /// One of `values` by its to_string.
  template <class Enum> void choice(const char* key, Enum& target, std::initializer_list<Enum> values) {
    std::string name(to_string(target));
    text(key, name);
    for (const Enum value : values) {
      if (to_string(value) == name) {
        target = value;
        return;
      }
    }
    refuse(fmt::format("has \"{}\" as \"{}\"", name, key));
  }

  void refuse(const std::string& what) {
    if (!mistake_) {
      mistake_ = fmt::format("{} {}", name_, what);
    }
  }
  /// Takes over the error of a part.
  template <class T> void take(Result<T> part, T& target) {
    if (part) {
      target = *std::move(part);
    } else {
      refuse("holds a faulty part: " + part.error().message);
    }
  }

  /// `value`, or the first mistake as an error.
  template <class T> Result<T> result(T value) const {
    if (mistake_) {
      return fail(ErrorKind::input, *mistake_);
    }
    return value;
  }

private:
  template <class T> static bool is_count(const json* found) {
    return found != nullptr && found->is_number_integer() && (found->is_number_unsigned() || *found >= 0) &&
           found->get<std::uint64_t>() <= std::numeric_limits<T>::max();
  }
  bool expect(const json* found, bool fits, const char* key, const char* what) {
    if (found != nullptr && !fits) {
      refuse(fmt::format("needs {} as \"{}\"", what, key));
    }
    return fits;
  }

  const json& object_;
  std::string name_;
  std::optional<std::string> mistake_;
};

json to_json(const Reply& reply) {
  json result = {{"text", reply.text},
                 {"reasoning", reply.reasoning},
                 {"finish", to_string(reply.finish)},
                 {"usage", to_json(reply.usage)},
                 {"seconds", reply.time.count()},
                 {"model", reply.model},
                 {"retries", reply.retries},
                 {"fixture", reply.fixture}};
  if (reply.dollars) {
    result["dollars"] = *reply.dollars;
  }
  if (reply.energy) {
    result["energy"] = {{"joules", reply.energy->energy.count()},
                        {"estimated", reply.energy->estimated},
                        {"method", reply.energy->method}};
  }
  return result;
}

json to_json(const Failure& failure) {
  return {{"kind", to_string(failure.kind)}, {"message", failure.message},      {"hint", failure.hint},
          {"usage", to_json(failure.usage)}, {"seconds", failure.time.count()}, {"retries", failure.retries}};
}

Result<Message> message_from_json(const json& value) {
  Message message;
  Members members(value, "the message");
  members.choice("role", message.role, {Role::system, Role::user, Role::assistant});
  if (members.need("text") != nullptr) {
    members.text("text", message.text);
  }
  return members.result(std::move(message));
}

Result<InferenceEnergy> energy_from_json(const json& value) {
  InferenceEnergy energy;
  double joules = 0;
  Members members(value, "the energy");
  members.real("joules", joules);
  members.flag("estimated", energy.estimated);
  members.text("method", energy.method);
  energy.energy = Joules(joules);
  return members.result(std::move(energy));
}

/// What replies and failures share.
void read_cost(Members& members, Usage& usage, Seconds& time, unsigned& retries) {
  double seconds = 0;
  members.real("seconds", seconds);
  time = Seconds(seconds);
  members.count("retries", retries);
  if (const json* const found = members.find("usage")) {
    members.take(usage_from_json(*found), usage);
  }
}

Result<Reply> reply_from_json(const json& value) {
  Reply reply;
  Members members(value, "the reply");
  if (members.need("text") != nullptr) {
    members.text("text", reply.text);
  }
  members.text("reasoning", reply.reasoning);
  members.choice("finish", reply.finish, {Finish::stop, Finish::length, Finish::filtered, Finish::refused});
  read_cost(members, reply.usage, reply.time, reply.retries);
  members.text("model", reply.model);
  members.real("dollars", reply.dollars);
  members.flag("fixture", reply.fixture);
  if (const json* const found = members.find("energy")) {
    members.take(energy_from_json(*found), reply.energy.emplace());
  }
  return members.result(std::move(reply));
}

Result<Failure> failure_from_json(const json& value) {
  using enum FailureKind;
  Failure failure;
  Members members(value, "the failure");
  if (members.need("kind") != nullptr) {
    members.choice("kind", failure.kind,
                   {unreachable, unauthorized, unknown_model, bad_request, rate_limited, out_of_quota, overloaded,
                    timed_out, broken, empty, cancelled, not_recorded});
  }
  members.text("message", failure.message);
  members.text("hint", failure.hint);
  read_cost(members, failure.usage, failure.time, failure.retries);
  return members.result(std::move(failure));
}

} // namespace

json to_json(const Usage& usage) {
  return {{"input", usage.input},
          {"cached_input", usage.cached_input},
          {"output", usage.output},
          {"reasoning", usage.reasoning},
          {"estimated", usage.estimated}};
}

json to_json(const Request& request) {
  json messages = json::array();
  for (const Message& message : request.messages) {
    messages.push_back({{"role", to_string(message.role)}, {"text", message.text}});
  }
  json result = {{"messages", std::move(messages)}, {"max_output_tokens", request.max_output_tokens}};
  if (request.schema) {
    result["schema"] = *request.schema;
    result["schema_name"] = request.schema_name;
  }
  if (request.temperature) {
    result["temperature"] = *request.temperature;
  }
  if (request.seed) {
    result["seed"] = *request.seed;
  }
  return result;
}

json to_json(const Answer& answer) {
  return answer ? json{{"reply", to_json(*answer)}} : json{{"failure", to_json(answer.error())}};
}

Result<Usage> usage_from_json(const json& value) {
  Usage usage;
  Members members(value, "the usage");
  members.count("input", usage.input);
  members.count("cached_input", usage.cached_input);
  members.count("output", usage.output);
  members.count("reasoning", usage.reasoning);
  members.flag("estimated", usage.estimated);
  return members.result(usage);
}

Result<Request> request_from_json(const json& value) {
  Request request;
  Members members(value, "the request");
  if (const json* const messages = members.need("messages")) {
    if (!messages->is_array()) {
      members.refuse("needs a list as \"messages\"");
    }
    for (const json& message : *messages) {
      members.take(message_from_json(message), request.messages.emplace_back());
    }
  }
  if (const json* const schema = members.find("schema")) {
    request.schema = *schema;
  }
  members.text("schema_name", request.schema_name);
  members.count("max_output_tokens", request.max_output_tokens);
  members.real("temperature", request.temperature);
  members.count("seed", request.seed);
  return members.result(std::move(request));
}

Result<Answer> answer_from_json(const json& value) {
  Members members(value, "the answer");
  if (const json* const reply = members.find("reply")) {
    Result<Reply> read = reply_from_json(*reply);
    return read ? Result<Answer>(Answer(*std::move(read))) : forward(read);
  }
  if (const json* const failure = members.find("failure")) {
    Result<Failure> read = failure_from_json(*failure);
    return read ? Result<Answer>(Answer(tl::unexpect, *std::move(read))) : forward(read);
  }
  members.refuse("lacks \"reply\" and \"failure\"");
  return members.result(Answer());
}

std::string one_line(const json& value) {
  return value.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string digest(const Request& request) {
  return sha256_hex(one_line(to_json(request)));
}

} // namespace mapwright::llm
