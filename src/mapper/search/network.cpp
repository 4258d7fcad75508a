#include "mapper/search/network.hpp"

#include "mapper/search/chance.hpp"

#include <cmath>

namespace mapwright::mapper {

namespace {

constexpr double first_decay = 0.9;
constexpr double second_decay = 0.999;
constexpr double least_denominator = 1e-8;

std::vector<double> outputs_of(const DenseLayer& layer, std::span<const double> input) {
  std::vector<double> output = layer.biases;
  for (std::size_t o = 0; o < layer.outputs; ++o) {
    for (std::size_t i = 0; i < layer.inputs; ++i) {
      output[o] += layer.weights[o * layer.inputs + i] * input[i];
    }
  }
  return output;
}

/// The values of all layers: the input, then each layer's output, after tanh but for the last.
std::vector<std::vector<double>> values_of(const std::vector<DenseLayer>& layers, std::span<const double> input) {
  std::vector<std::vector<double>> values{{input.begin(), input.end()}};
  for (std::size_t l = 0; l < layers.size(); ++l) {
    std::vector<double> output = outputs_of(layers[l], values.back());
    for (double& each : output) {
      each = l + 1 < layers.size() ? std::tanh(each) : each;
    }
    values.push_back(std::move(output));
  }
  return values;
}

} // namespace

DenseNetwork::DenseNetwork(std::span<const std::size_t> sizes, measure::Random& random) {
  for (std::size_t l = 0; l < sizes.size(); ++l) {
    const bool last = l + 1 == sizes.size();
    DenseLayer layer{sizes[l], last ? 1 : sizes[l + 1], {}, {}};
    const double bound = std::sqrt(6 / static_cast<double>(layer.inputs + layer.outputs)) * (last ? 0.1 : 1);
    for (std::size_t i = 0; i < layer.inputs * layer.outputs; ++i) {
      layer.weights.push_back(bound * (2 * unit_draw(random) - 1));
    }
    layer.biases.assign(layer.outputs, 0.0);
    layers_.push_back(std::move(layer));
  }
}

std::size_t DenseNetwork::size() const {
  std::size_t count = 0;
  for (const DenseLayer& layer : layers_) {
    count += layer.weights.size() + layer.biases.size();
  }
  return count;
}

double DenseNetwork::value(std::span<const double> input) const {
  return values_of(layers_, input).back().front();
}

void DenseNetwork::add_slope(std::span<const double> input, double scale, std::vector<double>& slope) const {
  const std::vector<std::vector<double>> values = values_of(layers_, input);
  std::size_t end = slope.size();  // the numbers of the layers from l on begin before it
  std::vector<double> back{scale}; // by the sums of layer l, before tanh
  for (std::size_t l = layers_.size(); l-- > 0;) {
    const DenseLayer& layer = layers_[l];
    const std::size_t first = end - layer.weights.size() - layer.biases.size();
    std::vector<double> before(layer.inputs, 0.0);
    for (std::size_t o = 0; o < layer.outputs; ++o) {
      slope[first + layer.weights.size() + o] += back[o];
      for (std::size_t i = 0; i < layer.inputs; ++i) {
        slope[first + o * layer.inputs + i] += back[o] * values[l][i];
        before[i] += back[o] * layer.weights[o * layer.inputs + i];
      }
    }
    for (std::size_t i = 0; i < before.size() && l > 0; ++i) {
      before[i] *= 1 - values[l][i] * values[l][i];
    }
    back = std::move(before);
    end = first;
  }
}

void Adam::step(DenseNetwork& network, std::span<const double> slope) {
  first_.resize(slope.size(), 0.0);
  second_.resize(slope.size(), 0.0);
  first_power_ *= first_decay;
  second_power_ *= second_decay;
  std::size_t i = 0;
  network.visit([&](double& number) {
    first_[i] = first_decay * first_[i] + (1 - first_decay) * slope[i];
    second_[i] = second_decay * second_[i] + (1 - second_decay) * slope[i] * slope[i];
    const double mean = first_[i] / (1 - first_power_);
    const double square = second_[i] / (1 - second_power_);
    number -= rate_ * mean / (std::sqrt(square) + least_denominator);
    ++i;
  });
}

} // namespace mapwright::mapper
