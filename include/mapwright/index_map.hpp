// Exact index maps from a domain text: derive, prove, evaluate, emit. Self-contained: standard library only.
//
//   const auto result = mapwright::derive_index_map("triangle");
//   if (result.map && result.map->proved()) {
//     auto point = result.map->unrank({1000}, 4242);   // n = 1000, thread number 4242
//     std::string header = result.map->emit("cpp").text;
//   }
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mapwright {

/// A text, or why there is none.
struct Emitted {
  std::string text;  ///< empty on failure
  std::string error; ///< empty on success
};

/// A bijection between [0, count) and the points of a domain. Immutable; copies share; threads may share.
///
/// `parameters` are sizes in the order of parameters(); `point` is one coordinate per entry of dimensions(). Answers
/// are exact; there is none for an index outside [0, count), for a point outside the domain, when a value does not fit
/// 64 bits, or when the map needs run-time tables.
class IndexMap {
public:
  [[nodiscard]] const std::vector<std::string>& parameters() const;
  [[nodiscard]] const std::vector<std::string>& dimensions() const;
  /// True when every obligation of the certificate holds.
  [[nodiscard]] bool proved() const;
  /// The certificate file, JSON text (docs/certificates.md).
  [[nodiscard]] std::string certificate() const;

  [[nodiscard]] std::optional<std::int64_t> count(const std::vector<std::int64_t>& parameters) const;
  [[nodiscard]] std::optional<std::vector<std::int64_t>> unrank(const std::vector<std::int64_t>& parameters,
                                                                std::int64_t index) const;
  [[nodiscard]] std::optional<std::int64_t> rank(const std::vector<std::int64_t>& parameters,
                                                 const std::vector<std::int64_t>& point) const;
  [[nodiscard]] bool contains(const std::vector<std::int64_t>& parameters,
                              const std::vector<std::int64_t>& point) const;

  /// Source text in "cpp", "opencl", "cuda", "hip", "sycl", "python", "numpy" or "triton". Refused for a map that is
  /// not proved.
  [[nodiscard]] Emitted emit(std::string_view language) const;

  struct State;
  explicit IndexMap(std::shared_ptr<const State> state);

private:
  std::shared_ptr<const State> state_;
};

/// A map, or the message of the error (with position and hint).
struct DeriveResult {
  std::optional<IndexMap> map;
  std::string error;
};

/// Derives and certifies the map of a domain text: a catalogue name, an isl set, a fractal mask and so on
/// (docs/domains.md). Never throws on any text.
DeriveResult derive_index_map(std::string_view domain);

/// The same for the points of the domain in an order (docs/orders.md): "row-major", "wavefront", "fold",
/// "longest-first", "tile-grouped:1x1,8", "morton" or "hilbert". An error where the domain has no such order.
DeriveResult derive_index_map(std::string_view domain, std::string_view order);

} // namespace mapwright
