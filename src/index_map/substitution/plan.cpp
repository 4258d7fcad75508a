// The data of a substitution map: sizes, and JSON in both directions.
#include "index_map/substitution/substitution.hpp"

#include <algorithm>
#include <string>

namespace mapwright::index_map {

using nlohmann::json;

namespace {

constexpr std::int64_t size_limit = std::int64_t{1} << 24;

int bits_of(std::int64_t greatest) {
  int bits = 0;
  for (; greatest > 0; greatest /= 2) {
    ++bits;
  }
  return bits;
}

bool is_sound(const SubstitutionPlan& plan) {
  const auto& shape = plan.shape;
  bool good = plan.dimensions >= 1 && plan.dimensions <= 8 && shape.scale >= 2 && shape.scale <= 64 &&
              !shape.tiles.empty() && shape.tiles.size() <= 4096 && shape.start >= 0 &&
              shape.start < static_cast<int>(shape.tiles.size()) && plan.largest_level >= 0 &&
              plan.largest_level <= 62 && plan.group >= 1 && plan.group <= 16 && plan.inverse_group >= 1 &&
              plan.inverse_group <= 16;
  for (const auto& tile : shape.tiles) {
    for (const auto& child : tile.children) {
      good = good && child.offset.size() == plan.dimensions && child.type >= 0 &&
             child.type < static_cast<int>(shape.tiles.size());
    }
  }
  const auto is_power_of_two = [](std::int64_t value) { return value > 0 && (value & (value - 1)) == 0; };
  const bool fits_form = plan.form == "weighted" ? plan.group == 1 && plan.inverse_group == 1
                                                 : is_power_of_two(plan.arity()) && is_power_of_two(shape.scale);
  return good && fits_form && plan.entries() * plan.types() <= size_limit && plan.box() * plan.types() <= size_limit &&
         plan.field_bits() * static_cast<int>(plan.dimensions) + plan.type_bits() <= 62;
}

} // namespace

std::int64_t capped(std::int64_t base, std::int64_t exponent, std::int64_t limit) {
  std::int64_t value = 1;
  for (std::int64_t i = 0; i < exponent && value <= limit; ++i) {
    value = value > limit / std::max<std::int64_t>(base, 1) ? limit + 1 : value * base;
  }
  return value;
}

std::int64_t SubstitutionPlan::arity() const {
  std::size_t most = 1;
  for (const auto& tile : shape.tiles) {
    most = std::max(most, tile.children.size());
  }
  return static_cast<std::int64_t>(most);
}

std::int64_t SubstitutionPlan::entries() const {
  return capped(arity(), group, size_limit);
}

std::int64_t SubstitutionPlan::box() const {
  return capped(shape.scale, static_cast<std::int64_t>(dimensions) * inverse_group, size_limit);
}

int SubstitutionPlan::field_bits() const {
  return bits_of(capped(shape.scale, group, std::int64_t{1} << 61) - 1);
}

int SubstitutionPlan::type_bits() const {
  return bits_of(types() - 1);
}

json to_json(const SubstitutionPlan& plan) {
  json tiles = json::array();
  for (const auto& tile : plan.shape.tiles) {
    json children = json::array();
    for (const auto& child : tile.children) {
      children.push_back({{"offset", child.offset}, {"type", child.type}});
    }
    tiles.push_back({{"name", tile.name}, {"children", children}});
  }
  return {{"form", plan.form},
          {"scale", plan.shape.scale},
          {"tiles", tiles},
          {"start", plan.shape.start},
          {"dimensions", plan.dimensions},
          {"largest_level", plan.largest_level},
          {"group", plan.group},
          {"inverse_group", plan.inverse_group},
          {"counts", plan.counts},
          {"prefix", plan.prefix},
          {"forward", plan.forward},
          {"inverse", plan.inverse},
          {"lemma", "N[t][0] = 1, N[t][l+1] = sum_j N[type_j][l]; w lies in child i iff P_i <= w < P_i + N_i"}};
}

Result<SubstitutionPlan> substitution_plan_of(const json& proof) {
  SubstitutionPlan plan;
  try {
    proof.at("form").get_to(plan.form);
    proof.at("scale").get_to(plan.shape.scale);
    proof.at("start").get_to(plan.shape.start);
    proof.at("dimensions").get_to(plan.dimensions);
    for (const json& tile : proof.at("tiles")) {
      domain::SubstitutionShape::Tile read;
      tile.at("name").get_to(read.name);
      for (const json& child : tile.at("children")) {
        read.children.push_back({child.at("offset").get<std::vector<int>>(), child.at("type").get<int>()});
      }
      plan.shape.tiles.push_back(std::move(read));
    }
    proof.at("largest_level").get_to(plan.largest_level);
    proof.at("group").get_to(plan.group);
    proof.at("inverse_group").get_to(plan.inverse_group);
    proof.at("counts").get_to(plan.counts);
    proof.at("prefix").get_to(plan.prefix);
    proof.at("forward").get_to(plan.forward);
    proof.at("inverse").get_to(plan.inverse);
  } catch (const json::exception& e) {
    return fail(ErrorKind::input, std::string("the proof of a substitution map is malformed: ") + e.what());
  }
  if ((plan.form != "weighted" && plan.form != "bit-fields") || !is_sound(plan)) {
    return fail(ErrorKind::input, "the proof of a substitution map has numbers outside their bounds");
  }
  return plan;
}

} // namespace mapwright::index_map
