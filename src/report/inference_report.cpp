#include "report/inference_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mapwright::report {

using index_map::infer::Inference;
using index_map::infer::InferredSize;

namespace {

std::string size_text(const InferredSize& size) {
  return size.grows ? fmt::format("{} from {} on{}", size.name, size.value,
                                  size.step == 1 ? "" : fmt::format(" in steps of {}", size.step))
                    : fmt::format("{} = {}", size.name, size.value);
}

} // namespace

std::vector<std::pair<std::string, std::string>> inference_lines(const Inference& inference) {
  std::vector<std::pair<std::string, std::string>> lines;
  lines.emplace_back("inferred",
                     fmt::format("from {} points: the simplest domain ({}) that predicts the {} held back "
                                 "({}) from the others",
                                 inference.given, inference.hypothesis.kind, inference.held_back, inference.how));
  if (!inference.same_text.empty()) {
    lines.emplace_back("", fmt::format("the same points by algebra ({}):", inference.same_kind));
  }
  for (const std::string& law : inference.hypothesis.laws) {
    lines.emplace_back("", law);
  }
  std::vector<std::string> sizes;
  for (const InferredSize& size : inference.hypothesis.sizes) {
    sizes.push_back(size_text(size));
  }
  if (!sizes.empty()) {
    lines.emplace_back("", fmt::format("the points are the first ones at {}", fmt::join(sizes, ", ")));
  }
  lines.emplace_back("", "the map is proved for this domain; that the points go on like this is inferred");
  return lines;
}

Json to_json(const Inference& inference) {
  const auto& hypothesis = inference.hypothesis;
  Json sizes = Json::array();
  for (const InferredSize& size : hypothesis.sizes) {
    sizes.push_back({{"name", size.name}, {"value", size.value}, {"grows", size.grows}, {"step", size.step}});
  }
  return {{"domain", hypothesis.text},        {"kind", hypothesis.kind},
          {"laws", hypothesis.laws},          {"sizes", sizes},
          {"bits", hypothesis.bits},          {"points", inference.given},
          {"held_back", inference.held_back}, {"held_back_points", inference.how}};
}

} // namespace mapwright::report
