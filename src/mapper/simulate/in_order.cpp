#include "mapper/simulate/in_order.hpp"

#include <utility>

namespace mapwright::mapper {

std::shared_ptr<const InOrderProgram> in_order_where_wanted(const Program& program, const Machine& machine) {
  if (!machine.description().runtime.reduces_in_order) {
    return nullptr;
  }
  Program changed = program;
  bool any = false;
  for (Launch& launch : changed.launches) {
    for (RegionArgument& argument : launch.arguments) {
      if (argument.privilege == Privilege::reduce) {
        argument.privilege = Privilege::read_write;
        any = true;
      }
    }
  }
  if (!any) {
    return nullptr;
  }
  auto graph = expand(changed);
  if (!graph) {
    return nullptr; // contributions of one task that overlap; such a runtime refuses them
  }
  return std::make_shared<const InOrderProgram>(InOrderProgram{std::move(changed), *std::move(graph)});
}

} // namespace mapwright::mapper
