#include "index_map/bench/source.hpp"
#include "index_map/emission_unit.hpp"

namespace mapwright::index_map::bench {

namespace {

std::string_view dialect_of(Target target) {
  switch (target) {
  case Target::cpp:
    return "cpp";
  case Target::opencl:
    return "opencl";
  case Target::cuda:
    break;
  }
  return "cuda";
}

} // namespace

Result<std::string> map_text(const Instance& instance, Target target) {
  emit::Unit unit = emission_unit(*instance.certified);
  unit.identifier = map_name;
  unit.with_32 = instance.bits == 32;
  unit.with_64 = instance.bits == 64;
  unit.with_launch = false;
  const auto writer = emit::make_dialect(dialect_of(target));
  return writer ? (*writer)->emit(unit) : forward(writer);
}

} // namespace mapwright::index_map::bench
