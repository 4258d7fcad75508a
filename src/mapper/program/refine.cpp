#include "mapper/program/refine.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace mapwright::mapper {

namespace {

/// A place to cut: below coordinate `at` and from it on.
struct Cut {
  std::size_t axis = 0;
  std::int64_t at = 0;
};

/// The recursion: `covering_` are the sets that hold the present box whole.
class Refinement {
public:
  explicit Refinement(const PieceTaker& take) : take_(take) {}

  bool run(const Rectangle& box, std::vector<MemberRectangle> members) {
    const std::size_t before = covering_.size();
    std::erase_if(members, [&](const MemberRectangle& member) {
      if (!member.rectangle.meets(box)) {
        return true;
      }
      if (member.rectangle.contains(box)) {
        covering_.push_back(member.set);
        return true;
      }
      return false;
    });
    const bool going = members.empty() ? give(box) : split(box, members);
    covering_.resize(before);
    return going;
  }

private:
  bool give(const Rectangle& box) {
    if (covering_.empty()) {
      return true;
    }
    sorted_ = covering_;
    std::sort(sorted_.begin(), sorted_.end());
    sorted_.erase(std::unique(sorted_.begin(), sorted_.end()), sorted_.end());
    return take_(box, sorted_);
  }

  bool split(const Rectangle& box, std::vector<MemberRectangle>& members) {
    const Cut cut = middle_cut(box, members);
    Rectangle part = box;
    part.high[cut.axis] = cut.at;
    std::vector<MemberRectangle> inside;
    for (const MemberRectangle& member : members) {
      if (member.rectangle.meets(part)) {
        inside.push_back(member);
      }
    }
    if (!run(part, std::move(inside))) {
      return false;
    }
    part = box;
    part.low[cut.axis] = cut.at;
    return run(part, std::move(members));
  }

  /// The median of all faces inside the box, in the dimension that has most of them.
  Cut middle_cut(const Rectangle& box, const std::vector<MemberRectangle>& members) {
    for (std::size_t d = 0; d < box.axes; ++d) {
      faces_[d].clear();
      for (const MemberRectangle& member : members) {
        for (const std::int64_t face : {member.rectangle.low[d], member.rectangle.high[d]}) {
          if (face > box.low[d] && face < box.high[d]) {
            faces_[d].push_back(face);
          }
        }
      }
    }
    Cut cut;
    for (std::size_t d = 1; d < box.axes; ++d) {
      if (faces_[d].size() > faces_[cut.axis].size()) {
        cut.axis = d;
      }
    }
    std::vector<std::int64_t>& faces = faces_[cut.axis];
    const auto middle = faces.begin() + static_cast<std::ptrdiff_t>(faces.size() / 2);
    std::nth_element(faces.begin(), middle, faces.end());
    cut.at = *middle;
    return cut;
  }

  const PieceTaker& take_;
  std::vector<std::uint32_t> covering_;
  std::vector<std::uint32_t> sorted_;
  std::array<std::vector<std::int64_t>, most_axes> faces_;
};

} // namespace

bool refine(const Rectangle& box, std::vector<MemberRectangle> members, const PieceTaker& take) {
  if (box.empty()) {
    return true;
  }
  return Refinement(take).run(box, std::move(members));
}

} // namespace mapwright::mapper
