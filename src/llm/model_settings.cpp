#include "llm/model_settings.hpp"

#include "core/suggest.hpp"
#include "llm/key_hygiene.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::llm {
namespace {

void read_key_variable(Section& section, std::string& target) {
  std::string variable;
  section.text("key_variable", variable);
  if (looks_like_key(variable)) {
    section.refuse_unseen("key_variable",
                          "'key_variable' names the environment variable that holds a key; this looks "
                          "like a key itself",
                          "take the key out of the file, put it into a variable and give the variable's name");
  } else if (section.has("key_variable") && !is_variable_name(variable)) {
    section.refuse_unseen("key_variable", "'key_variable' must be the name of an environment variable",
                          "e.g. key_variable = \"OPENAI_API_KEY\"");
  } else if (!variable.empty()) {
    target = variable;
  }
}

/// Keys under any name a user may think of are refused without being shown.
void refuse_keys(Section& section) {
  for (const std::string& key : section.keys()) {
    if (names_a_key(key)) {
      section.refuse_unseen(key, fmt::format("'{}': keys are not written into files", key),
                            "set key_variable to the name of the environment variable that holds the key");
    }
  }
}

void read_headers(Section& section, ProviderSettings& provider) {
  section.text("key_header", provider.key_header);
  std::optional<Section> headers = section.section("headers");
  if (!headers) {
    return;
  }
  refuse_keys(*headers);
  for (const std::string& name : headers->keys()) {
    std::string value;
    headers->text(name, value);
    if (looks_like_key(value)) {
      headers->refuse_unseen(name, fmt::format("the value of the header '{}' looks like a key", name),
                             "set key_variable, and key_header where the key has a header of its own");
    }
    provider.headers[name] = value;
  }
}

void read_extra_body(Section& section, ProviderSettings& provider) {
  std::string text;
  section.text("extra_body", text);
  if (text.empty()) {
    return;
  }
  nlohmann::json body = nlohmann::json::parse(text, nullptr, false);
  if (body.is_object()) {
    provider.extra_body = std::move(body);
  } else {
    section.refuse("extra_body", "'extra_body' must be a JSON object in quotes", "e.g. extra_body = '{\"top_k\": 20}'");
  }
}

void read_seconds(Section& section, std::string_view key, Seconds& target) {
  double seconds = target.count();
  section.real(key, seconds);
  target = Seconds(seconds);
}

void read_provider(Section& section, ProviderSettings& provider) {
  section.text("model", provider.model);
  section.text("base_url", provider.base_url);
  read_key_variable(section, provider.key_variable);
  read_headers(section, provider);
  read_extra_body(section, provider);
  section.flag("stream", provider.stream);
  std::uint64_t retries = provider.max_retries;
  section.integer("max_retries", retries, 0, 100);
  provider.max_retries = static_cast<unsigned>(retries);
  read_seconds(section, "connect_timeout", provider.connect_timeout);
  read_seconds(section, "idle_timeout", provider.idle_timeout);
  section.text_or_texts("command", provider.command_line, provider.command);
  section.texts("pass", provider.pass);
  section.text("directory", provider.directory);
  section.text("recording", provider.recording);
  std::optional<double> timeout;
  section.real("timeout", timeout);
  if (timeout) {
    provider.timeout = Seconds(*timeout);
  }
  section.integer("max_reply_bytes", provider.max_reply_bytes, 1);
  section.real("temperature", provider.temperature);
  section.text("record_to", provider.record_to);
  section.flag("fixture", provider.fixture);
}

void read_meter(Section& section, Meter& target) {
  std::string text;
  section.text("meter", text);
  for (const Meter meter : {Meter::none, Meter::rapl, Meter::nvml}) {
    if (text == to_string(meter)) {
      target = meter;
      return;
    }
  }
  if (!text.empty()) {
    section.refuse("meter", fmt::format("there is no meter '{}'", text), "the meters are rapl, nvml and none");
  }
}

void read_energy(Section& section, EnergyAssumptions& energy) {
  constexpr double least = 1e-6; // of a divisor
  section.real("active_parameters", energy.active_parameters, 1);
  section.real("joules_per_flop", energy.joules_per_flop);
  section.real("prefill_utilisation", energy.prefill_utilisation, least);
  section.real("generation_utilisation", energy.generation_utilisation, least);
  section.real("site_overhead", energy.site_overhead, 1);
  section.real("joules_per_input_token", energy.joules_per_input_token);
  section.real("joules_per_output_token", energy.joules_per_output_token);
}

void read_price(Section& section, std::optional<Price>& target) {
  std::optional<double> input;
  std::optional<double> cached_input;
  std::optional<double> output;
  section.real("price_input", input);
  section.real("price_cached_input", cached_input);
  section.real("price_output", output);
  if (input && output) {
    target = Price{*input, cached_input, *output, "as configured for the model"};
  } else if (input || cached_input || output) {
    section.refuse(input    ? "price_input"
                   : output ? "price_output"
                            : "price_cached_input",
                   "a price needs both price_input and price_output", "in dollars per million tokens");
  }
}

ModelSettings read_model(Section& section, const ModelSettings& defaults) {
  refuse_keys(section);
  std::string kind = defaults.provider.kind;
  section.text("provider", kind);
  const std::vector<std::string>& kinds = provider_kinds();
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    section.refuse("provider", fmt::format("there is no provider '{}'", kind),
                   suggest(kind, kinds, fmt::format("the providers are {}", fmt::join(kinds, ", "))));
  }
  ModelSettings model = defaults;
  if (kind != defaults.provider.kind) {
    model.provider = ProviderSettings{};
    model.provider.kind = kind;
  }
  read_provider(section, model.provider);
  model.name = model.provider.model.empty() ? kind : model.provider.model;
  section.text("name", model.name);
  section.integer("max_output_tokens", model.max_output_tokens, 1);
  section.integer("concurrency", model.concurrency, 1, 1024);
  section.real("weight", model.weight);
  read_meter(section, model.meter);
  read_energy(section, model.energy);
  read_price(section, model.price);
  return model;
}

} // namespace

std::string_view to_string(Meter meter) {
  switch (meter) {
  case Meter::none:
    return "none";
  case Meter::rapl:
    return "rapl";
  case Meter::nvml:
    break;
  }
  return "nvml";
}

std::optional<Price> ModelSettings::price_in(const PriceTable& table) const {
  return price ? price : table.find(provider.model, provider.base_url);
}

const std::vector<std::string>& provider_kinds() {
  static const std::vector<std::string> kinds = {"openai", "anthropic", "command", "files", "replay"};
  return kinds;
}

std::vector<ModelSettings> read_models(Section& root, const ModelSettings& defaults) {
  std::vector<ModelSettings> models;
  for (Section& section : root.sections("model")) {
    ModelSettings model = read_model(section, defaults);
    const bool taken =
        std::any_of(models.begin(), models.end(), [&](const ModelSettings& other) { return other.name == model.name; });
    if (taken) {
      section.refuse("name", fmt::format("there are two models named '{}'", model.name),
                     "give each [[model]] a name of its own");
    }
    models.push_back(std::move(model));
  }
  return models;
}

} // namespace mapwright::llm
