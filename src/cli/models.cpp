#include "cli/models.hpp"

#include "llm/energy_estimate.hpp"
#include "llm/limit.hpp"
#include "llm/make.hpp"
#include "llm/metered.hpp"
#include "llm/price.hpp"
#include "measure/clock.hpp"
#include "measure/energy.hpp"

#include <algorithm>
#include <ostream>
#include <thread>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

constexpr double tokens_per_price = 1e6;

/// Has a kind and a model; a replay finds its answers in the archive.
class NameOnly : public llm::Provider {
public:
  NameOnly(std::string kind, std::string model) : kind_(std::move(kind)), model_(std::move(model)) {}
  [[nodiscard]] std::string_view kind() const override { return kind_; }
  [[nodiscard]] const std::string& model() const override { return model_; }
  llm::Answer ask(const llm::Request&, std::stop_token) override {
    llm::Failure failure;
    failure.kind = llm::FailureKind::not_recorded;
    failure.message = "a replay asks no model";
    return tl::make_unexpected(failure);
  }

private:
  std::string kind_;
  std::string model_;
};

/// A provider whose replies say what they cost, in dollars where a price is known and in joules as estimated.
class Accounted : public llm::Provider {
public:
  Accounted(std::unique_ptr<llm::Provider> provider, std::optional<llm::Price> price, llm::EnergyAssumptions energy)
      : provider_(std::move(provider)), price_(std::move(price)), energy_(energy) {}
  [[nodiscard]] std::string_view kind() const override { return provider_->kind(); }
  [[nodiscard]] const std::string& model() const override { return provider_->model(); }

  llm::Answer ask(const llm::Request& request, std::stop_token stop) override {
    llm::Answer answer = provider_->ask(request, std::move(stop));
    if (answer && price_ && !answer->dollars) {
      answer->dollars = llm::dollars(*price_, answer->usage);
    }
    // Neither people nor texts written for a test are estimated.
    if (answer && !answer->energy && kind() != "files" && !answer->fixture) {
      answer->energy = llm::estimate_energy(answer->usage, energy_);
    }
    return answer;
  }

private:
  std::unique_ptr<llm::Provider> provider_;
  std::optional<llm::Price> price_;
  llm::EnergyAssumptions energy_;
};

Result<std::unique_ptr<llm::Provider>> metered(std::unique_ptr<llm::Provider> provider,
                                               const llm::ModelSettings& settings, Terminal& terminal) {
  auto meter = settings.meter == llm::Meter::rapl ? measure::open_rapl() : measure::open_nvml();
  if (!meter) {
    return fail(meter.error().kind,
                fmt::format("the meter of the model '{}': {}", settings.name, meter.error().message),
                "leave `meter` out: the energy is then estimated from the tokens");
  }
  auto clock = std::make_unique<measure::SteadyClock>();
  terminal.err << "measuring idle power for " << to_string(settings.meter) << std::endl;
  const auto idle = llm::measure_idle_power(**meter, *clock, [](Seconds time) { std::this_thread::sleep_for(time); });
  if (!idle) {
    return forward(idle);
  }
  return std::make_unique<llm::MeteredProvider>(std::move(provider), std::move(*meter), std::move(clock), *idle,
                                                settings.energy);
}

Result<loop::Model> make_model(const llm::ModelSettings& settings, Terminal& terminal) {
  auto provider = llm::make_provider(settings.provider,
                                     [&terminal](std::string_view notice) { terminal.err << notice << std::endl; });
  if (!provider) {
    return forward(provider);
  }
  if (!settings.provider.key_variable.empty() && !settings.provider.base_url.empty()) {
    // A problem file may come from somebody else: where a key goes is said before it goes there.
    terminal.err << fmt::format("model {}: the key in {} is sent to {}\n", settings.name,
                                settings.provider.key_variable, settings.provider.base_url)
                 << std::flush;
  }
  loop::Model model;
  model.name = settings.name;
  model.max_output_tokens = settings.max_output_tokens.value_or(model.max_output_tokens);
  const auto price = settings.price_in(llm::PriceTable::built_in());
  if (price) {
    model.dollars_per_token = std::max(price->input, price->output) / tokens_per_price;
  }
  if (settings.meter != llm::Meter::none) {
    provider = metered(std::move(*provider), settings, terminal);
    if (!provider) {
      return forward(provider);
    }
  }
  model.provider = std::make_shared<llm::LimitedProvider>(
      std::make_unique<Accounted>(std::move(*provider), price, settings.energy), settings.concurrency);
  return model;
}

} // namespace

void place_models(std::vector<llm::ModelSettings>& models, const std::filesystem::path& directory) {
  for (llm::ModelSettings& model : models) {
    for (std::string* path : {&model.provider.directory, &model.provider.recording, &model.provider.record_to}) {
      if (!path->empty()) {
        *path = (directory / *path).lexically_normal().string();
      }
    }
  }
}

Result<std::vector<loop::Model>> make_models(const std::vector<llm::ModelSettings>& settings, bool only_names,
                                             Terminal& terminal) {
  std::vector<loop::Model> models;
  for (const llm::ModelSettings& one : settings) {
    if (only_names) {
      loop::Model named;
      named.name = one.name;
      named.max_output_tokens = one.max_output_tokens.value_or(named.max_output_tokens);
      named.provider = std::make_shared<NameOnly>(one.provider.kind, one.name);
      models.push_back(std::move(named));
      continue;
    }
    auto made = make_model(one, terminal);
    if (!made) {
      return forward(made);
    }
    models.push_back(std::move(*made));
  }
  return models;
}

} // namespace mapwright::cli
