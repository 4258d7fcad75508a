// Which access gets data that which other one made.
#pragma once

#include "mapper/program/graph.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace mapwright::mapper {

/// Whether the access needs the data as they were before.
bool reads_data(const Access& access);
/// Whether the access changes the data or contributes to them.
bool makes_data(const Access& access);

/// Data on their way from the access that wrote them, or contributed to them.
struct DataFlow {
  std::uint32_t from = 0; ///< access
  double bytes = 0;       ///< of the largest atom among them: however copies are joined, it comes as a whole
};

/// Of each access that reads, the accesses whose data or contributions are in the value that it gets.
class DataFlows {
public:
  explicit DataFlows(const TaskGraph& graph);

  [[nodiscard]] std::span<const DataFlow> into(std::uint32_t access) const {
    return std::span(flows_).subspan(first_[access], first_[access + 1] - first_[access]);
  }
  [[nodiscard]] std::size_t size() const { return flows_.size(); }

private:
  std::vector<std::uint32_t> first_; ///< of each access, and the end
  std::vector<DataFlow> flows_;
};

} // namespace mapwright::mapper
