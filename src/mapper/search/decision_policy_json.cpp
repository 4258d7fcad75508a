#include "mapper/search/decision_policy.hpp"

#include <cmath>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mapwright::mapper {

namespace {

using nlohmann::json;

constexpr std::size_t most_policy_layers = 8;
constexpr std::size_t most_layer_outputs = 4096;

/// Reads the document; keeps the first error.
class PolicyReader {
public:
  explicit PolicyReader(std::string file) : file_(std::move(file)) {}

  Result<DecisionPolicy> read(std::string_view text) {
    json document;
    try {
      document = json::parse(text);
    } catch (const json::parse_error& error) {
      Error located{ErrorKind::input, "the policy is no JSON document",
                    locate(text, error.byte > 0 ? error.byte - 1 : 0, file_), "write one with the policy of a search"};
      return tl::unexpected<Error>(std::move(located));
    }
    if (!document.is_object() || document.value("schema_version", json()) != policy_schema) {
      return refuse("/schema_version", fmt::format("this must be {}", policy_schema), "train the policy anew");
    }
    if (document.value("features", json()) != json(decision_feature_names())) {
      return refuse("/features", "these are not the features of this version", "train the policy anew");
    }
    return read_layers(document.value("layers", json()));
  }

private:
  [[nodiscard]] tl::unexpected<Error> refuse(const std::string& path, const std::string& what,
                                             std::string hint = {}) const {
    return fail(ErrorKind::input, fmt::format("{}: {}: {}", file_, path, what), std::move(hint));
  }

  [[nodiscard]] Result<DecisionPolicy> read_layers(const json& items) const {
    if (!items.is_array() || items.empty() || items.size() > most_policy_layers) {
      return refuse("/layers", fmt::format("there must be 1 to {} layers", most_policy_layers));
    }
    std::vector<DenseLayer> layers;
    std::size_t inputs = decision_feature_names().size();
    for (std::size_t i = 0; i < items.size(); ++i) {
      const std::string path = fmt::format("/layers/{}", i);
      DenseLayer layer;
      if (auto done = read_numbers(items[i], "biases", path, layer.biases); !done) {
        return forward(done);
      }
      layer.inputs = inputs;
      layer.outputs = layer.biases.size();
      const bool last = i + 1 == items.size();
      if (layer.outputs == 0 || layer.outputs > most_layer_outputs || (last && layer.outputs != 1)) {
        return refuse(path + "/biases", last ? "the last layer has one output"
                                             : fmt::format("a layer has 1 to {} outputs", most_layer_outputs));
      }
      if (auto done = read_numbers(items[i], "weights", path, layer.weights); !done) {
        return forward(done);
      }
      if (layer.weights.size() != layer.inputs * layer.outputs) {
        return refuse(path + "/weights", fmt::format("there must be {} x {} numbers, not {}", layer.outputs,
                                                     layer.inputs, layer.weights.size()));
      }
      inputs = layer.outputs;
      layers.push_back(std::move(layer));
    }
    return DecisionPolicy(DenseNetwork(std::move(layers)));
  }

  [[nodiscard]] Result<void> read_numbers(const json& item, const char* key, const std::string& path,
                                          std::vector<double>& numbers) const {
    if (!item.is_object() || !item.contains(key) || !item[key].is_array()) {
      return refuse(fmt::format("{}/{}", path, key), "this must be a list of numbers");
    }
    for (std::size_t i = 0; i < item[key].size(); ++i) {
      const json& number = item[key][i];
      if (!number.is_number() || !std::isfinite(number.get<double>())) {
        return refuse(fmt::format("{}/{}/{}", path, key, i), "this must be a finite number");
      }
      numbers.push_back(number.get<double>());
    }
    return {};
  }

  std::string file_;
};

} // namespace

std::string policy_json(const DecisionPolicy& policy) {
  json layers = json::array();
  for (const DenseLayer& layer : policy.network().layers()) {
    layers.push_back({{"biases", layer.biases}, {"weights", layer.weights}});
  }
  const json document = {
      {"schema_version", policy_schema}, {"features", decision_feature_names()}, {"layers", std::move(layers)}};
  return document.dump(1);
}

Result<DecisionPolicy> policy_from_json(std::string_view text, const std::string& file) {
  return PolicyReader(file).read(text);
}

} // namespace mapwright::mapper
