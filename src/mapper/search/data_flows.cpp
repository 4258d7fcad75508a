#include "mapper/search/data_flows.hpp"

#include <algorithm>

namespace mapwright::mapper {

bool reads_data(const Access& access) {
  return access.privilege == Privilege::read || access.privilege == Privilege::read_write;
}

bool makes_data(const Access& access) {
  return access.privilege != Privilege::read;
}

DataFlows::DataFlows(const TaskGraph& graph) {
  std::vector<std::vector<std::uint32_t>> makers(graph.atoms.size()); // of the present value of each atom
  std::vector<std::uint32_t> place(graph.accesses.size(), 0);         // of each maker's flow into `reader`, plus one
  first_.reserve(graph.accesses.size() + 1);
  for (std::uint32_t access = 0; access < graph.accesses.size(); ++access) {
    const auto begin = static_cast<std::uint32_t>(flows_.size());
    first_.push_back(begin);
    const Access& made = graph.accesses[access];
    for (const std::uint32_t atom : graph.atoms_of(made.view)) {
      const auto bytes = static_cast<double>(graph.atoms[atom].bytes);
      for (std::size_t i = 0; reads_data(made) && i < makers[atom].size(); ++i) {
        const std::uint32_t from = makers[atom][i];
        if (place[from] <= begin) {
          flows_.push_back({from, 0});
          place[from] = static_cast<std::uint32_t>(flows_.size());
        }
        DataFlow& flow = flows_[place[from] - 1];
        flow.bytes = std::max(flow.bytes, bytes);
      }
      if (makes_data(made) && made.privilege != Privilege::reduce) {
        makers[atom].clear();
      }
      if (makes_data(made)) {
        makers[atom].push_back(access);
      }
    }
  }
  first_.push_back(static_cast<std::uint32_t>(flows_.size()));
}

} // namespace mapwright::mapper
