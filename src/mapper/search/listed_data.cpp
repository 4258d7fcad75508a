#include "mapper/search/listed_data.hpp"

#include <algorithm>

namespace mapwright::mapper {

namespace {

/// Bytes that come from one site as one copy.
struct ListedSource {
  std::uint32_t site = 0;
  std::uint64_t bytes = 0;
};

void add_source(std::vector<ListedSource>& sources, std::uint32_t site, std::uint64_t bytes) {
  const auto known =
      std::find_if(sources.begin(), sources.end(), [site](const ListedSource& each) { return each.site == site; });
  if (known == sources.end()) {
    sources.push_back({site, bytes});
  } else {
    known->bytes += bytes;
  }
}

} // namespace

ListPlace ListedData::place(std::uint32_t access, std::uint32_t processor, std::uint32_t memory,
                            const DataLayout& layout, double begin) {
  const std::uint32_t site = sites_.site(memory, layout);
  ListPlace place{memory, layout, begin, 1 / *scene_.machine.bandwidth(processor, memory), 0};
  std::vector<ListedSource> sources;
  for (const std::uint32_t atom : scene_.graph.atoms_of(scene_.graph.accesses[access].view)) {
    const std::uint64_t bytes = scene_.graph.atoms[atom].bytes;
    place.bytes += holds(atom, holding(access, site)) ? 0 : bytes;
    const std::vector<Copy>& copies = copies_[atom];
    const auto here = std::find_if(copies.begin(), copies.end(), [site](const Copy& c) { return c.site == site; });
    if (here != copies.end()) {
      place.ready = std::max(place.ready, here->ready);
    } else if (reads(access) && !copies.empty()) {
      const Copy& source = nearest(copies, site, bytes);
      add_source(sources, source.site, bytes);
      place.ready = std::max(place.ready, source.ready);
    }
  }
  double arrival = place.ready;
  for (const ListedSource& source : sources) {
    arrival = std::max(arrival, place.ready + copy_seconds(source.site, site, source.bytes));
  }
  place.ready = arrival;
  return place;
}

bool ListedData::reads(std::uint32_t access) const {
  const Privilege privilege = scene_.graph.accesses[access].privilege;
  return privilege == Privilege::read || privilege == Privilege::read_write;
}

const ListedData::Copy& ListedData::nearest(const std::vector<Copy>& copies, std::uint32_t site,
                                            std::uint64_t bytes) const {
  return *std::min_element(copies.begin(), copies.end(), [&](const Copy& a, const Copy& b) {
    return a.ready + copy_seconds(a.site, site, bytes) < b.ready + copy_seconds(b.site, site, bytes);
  });
}

double ListedData::copy_seconds(std::uint32_t from, std::uint32_t to, std::uint64_t bytes) const {
  const CopyPath path = scene_.machine.path(sites_.memory(from), sites_.memory(to));
  const double slowdown = sites_.layout(from) == sites_.layout(to) ? 1 : scene_.machine.description().conversion;
  return path.latency + static_cast<double>(bytes) * slowdown / path.bandwidth;
}

double ListedData::room(std::uint32_t memory) const {
  return static_cast<double>(scene_.machine.class_of_memory(memory).capacity) - static_cast<double>(used_[memory]);
}

bool ListedData::has_room(const ListPlace& place) const {
  return place.bytes + used_[place.memory] <= scene_.machine.class_of_memory(place.memory).capacity;
}

std::uint32_t ListedData::holding(std::uint32_t access, std::uint32_t site) const {
  return 2 * site + (scene_.graph.accesses[access].privilege == Privilege::reduce ? 1 : 0);
}

bool ListedData::holds(std::uint32_t atom, std::uint32_t what) const {
  return std::find(held_[atom].begin(), held_[atom].end(), what) != held_[atom].end();
}

void ListedData::put(std::uint32_t access, const ListPlace& place, double end) {
  const std::uint32_t site = sites_.site(place.memory, place.layout);
  const std::uint32_t what = holding(access, site);
  const bool reads_only = scene_.graph.accesses[access].privilege == Privilege::read;
  used_[place.memory] += place.bytes;
  for (const std::uint32_t atom : scene_.graph.atoms_of(scene_.graph.accesses[access].view)) {
    if (!holds(atom, what)) {
      held_[atom].push_back(what);
    }
    std::vector<Copy>& copies = copies_[atom];
    if (!reads_only) {
      copies.assign(1, {site, end});
    } else if (std::none_of(copies.begin(), copies.end(), [site](const Copy& c) { return c.site == site; })) {
      copies.push_back({site, place.ready});
    }
  }
}

} // namespace mapwright::mapper
