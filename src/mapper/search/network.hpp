// A small feed-forward network with dense layers, and the Adam optimiser.
#pragma once

#include "measure/random.hpp"

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace mapwright::mapper {

/// outputs = weights inputs + biases.
struct DenseLayer {
  std::size_t inputs = 0;
  std::size_t outputs = 0;
  std::vector<double> weights; ///< [output * inputs + input]
  std::vector<double> biases;  ///< [output]
};

/// Dense layers with tanh between them; one output, linear.
class DenseNetwork {
public:
  /// Sizes from the inputs to the last hidden layer; weights uniform in +-sqrt(6 / (inputs + outputs)) (Glorot and
  /// Bengio, 2010), those of the last layer a tenth of that, biases 0. REQUIRES: at least one size.
  DenseNetwork(std::span<const std::size_t> sizes, measure::Random& random);
  /// REQUIRES: layers that fit one another, the last with one output.
  explicit DenseNetwork(std::vector<DenseLayer> layers) : layers_(std::move(layers)) {}

  [[nodiscard]] const std::vector<DenseLayer>& layers() const { return layers_; }
  [[nodiscard]] std::size_t inputs() const { return layers_.front().inputs; }
  /// Number of weights and biases.
  [[nodiscard]] std::size_t size() const;
  /// The output.
  [[nodiscard]] double value(std::span<const double> input) const;
  /// Adds `scale` times the derivative of the output by each weight and bias to `slope`, in the order of visit().
  void add_slope(std::span<const double> input, double scale, std::vector<double>& slope) const;

  /// Calls `body(number)` for each weight, then bias, layer by layer.
  template <class Body> void visit(const Body& body) {
    for (DenseLayer& layer : layers_) {
      for (double& weight : layer.weights) {
        body(weight);
      }
      for (double& bias : layer.biases) {
        body(bias);
      }
    }
  }

private:
  std::vector<DenseLayer> layers_;
};

/// Kingma and Ba, "Adam: A Method for Stochastic Optimization", 2015.
class Adam {
public:
  explicit Adam(double rate) : rate_(rate) {}
  /// Moves the network against the slope: downwards.
  void step(DenseNetwork& network, std::span<const double> slope);

private:
  double rate_;
  double first_power_ = 1; ///< of the decay rates
  double second_power_ = 1;
  std::vector<double> first_;  ///< moving means of the slopes
  std::vector<double> second_; ///< and of their squares
};

} // namespace mapwright::mapper
