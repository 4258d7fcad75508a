#include "index_map/bench/instance.hpp"

#include "expr/evaluate.hpp"
#include "index_map/agree.hpp"
#include "index_map/derive.hpp"
#include "index_map/emission_unit.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace mapwright::index_map::bench {

using expr::Int;

namespace {

constexpr Int most_box = Int{1} << 62;

bool fits(const domain::WordRange& range, const std::vector<Int>& sizes) {
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0 || sizes[i] > range.at_most.at(i)) {
      return false;
    }
  }
  return !range.empty;
}

Result<int> shortest_word(const Certified& certified, const std::vector<Int>& sizes, int least) {
  const Certificate& certificate = certified.certificate;
  if (least <= 32 && fits(certificate.range32, sizes) && emit::has_variant(emission_unit(certified), 32)) {
    return 32;
  }
  if (fits(certificate.range64, sizes)) {
    return 64;
  }
  return fail(ErrorKind::input, fmt::format("the map is not proved to fit 64-bit words at {}", text_of(sizes)),
              "use smaller sizes");
}

Result<domain::Scanner> scanner_of(const Instance& instance) {
  const auto reference = domain::Reference::make(instance.domain());
  if (!reference) {
    return forward(reference);
  }
  const std::vector<Int> sizes(instance.sizes.begin(), instance.sizes.end());
  return reference->scan(sizes, instance.tables, {.count_first = false});
}

/// Calls `visit` with every run, until it returns an error.
template <class Visit> Result<void> for_each_run(const Instance& instance, const Visit& visit) {
  auto scanner = scanner_of(instance);
  if (!scanner) {
    return forward(scanner);
  }
  domain::Run run;
  while (scanner->next(run)) {
    if (const Result<void> done = visit(run); !done) {
      return done;
    }
  }
  if (scanner->error()) {
    return tl::unexpected<Error>(*scanner->error());
  }
  return {};
}

} // namespace

Result<Instance> make_instance(std::shared_ptr<const Certified> certified, const std::vector<Int>& sizes,
                               const std::vector<expr::Table>& given, int least_bits) {
  const domain::Map& map = certified->derived.map;
  if (certified->certificate.status != Status::proved) {
    return fail(ErrorKind::answer_no, fmt::format("the map is not benched: {}", status_text(certified->certificate)));
  }
  const auto bits = shortest_word(*certified, sizes, least_bits);
  if (!bits) {
    return forward(bits);
  }
  auto tables = tables_for(certified->derived, sizes, given);
  if (!tables) {
    return forward(tables);
  }
  const auto count = expr::call(map.count, sizes, {}, *tables);
  const auto box = domain::bounding_box(map.domain, sizes, *tables);
  if (!count || !box) {
    return box ? fail(ErrorKind::input, fmt::format("the domain has no count at {}", text_of(sizes))) : forward(box);
  }
  if (count->at(0) == 0 || box->empty) {
    return fail(ErrorKind::input, "the domain is empty at this size", "use a larger size");
  }
  Instance instance;
  Int volume = 1;
  for (const auto& [low, high] : box->sides) {
    volume = high - low < most_box / volume ? volume * (high - low + 1) : most_box + 1;
    if (volume > most_box) {
      return fail(ErrorKind::input, "the bounding box has more than 2^62 points", "use smaller sizes");
    }
    instance.low.push_back(static_cast<std::int64_t>(low));
    instance.extent.push_back(static_cast<std::int64_t>(high - low + 1));
  }
  instance.box = static_cast<std::int64_t>(volume);
  instance.points = static_cast<std::int64_t>(count->at(0));
  instance.bits = *bits;
  for (const Int size : sizes) {
    instance.sizes.push_back(static_cast<std::int64_t>(size));
  }
  for (std::size_t i = 0; i < map.tables.size(); ++i) {
    if (map.tables[i].runtime) {
      instance.tables.push_back(std::move(tables->at(i)));
    }
  }
  instance.certified = std::move(certified);
  return instance;
}

std::int64_t no_coordinate(const Instance& instance) {
  return *std::ranges::min_element(instance.low) - 1;
}

Result<std::vector<std::int32_t>> points_of(const Instance& instance) {
  std::vector<std::int32_t> list;
  list.reserve(static_cast<std::size_t>(instance.points) * instance.dimensions());
  const auto done = for_each_run(instance, [&](const domain::Run& run) -> Result<void> {
    for (std::int64_t last = run.first; last <= run.last; ++last) {
      for (const std::int64_t coordinate : run.prefix) {
        list.push_back(static_cast<std::int32_t>(coordinate));
      }
      list.push_back(static_cast<std::int32_t>(last));
    }
    return {};
  });
  return done ? Result<std::vector<std::int32_t>>(std::move(list)) : forward(done);
}

Result<Rows> rows_of(const Instance& instance, std::size_t most) {
  Rows rows;
  std::int64_t index = 0;
  const auto done = for_each_run(instance, [&](const domain::Run& run) -> Result<void> {
    if (rows.size() == most) {
      return fail(ErrorKind::input, fmt::format("more than {} rows", most));
    }
    rows.starts.push_back(index);
    for (const std::int64_t coordinate : run.prefix) {
      rows.points.push_back(static_cast<std::int32_t>(coordinate));
    }
    rows.points.push_back(static_cast<std::int32_t>(run.first));
    index += run.last - run.first + 1;
    return {};
  });
  return done ? Result<Rows>(std::move(rows)) : forward(done);
}

Result<std::vector<Share>> shares_of_box(const Instance& instance, unsigned threads) {
  const bool flat = instance.dimensions() == 1;
  const std::int64_t width = flat ? 1 : instance.extent.back();
  const std::int64_t rows = instance.box / width;
  const std::int64_t part = rows / threads;
  const std::int64_t longer = rows % threads;
  const auto thread_of = [&](std::int64_t row) {
    const std::int64_t in_longer = longer * (part + 1);
    return static_cast<std::size_t>(row < in_longer ? row / (part + 1) : longer + (row - in_longer) / part);
  };
  std::vector<Share> shares(threads);
  for (std::int64_t t = 0; t < static_cast<std::int64_t>(threads); ++t) {
    shares[static_cast<std::size_t>(t)].box = (part + (t < longer ? 1 : 0)) * width;
  }
  const auto done = for_each_run(instance, [&](const domain::Run& run) -> Result<void> {
    if (flat) {
      for (std::int64_t last = run.first; last <= run.last; ++last) {
        ++shares[thread_of(last - instance.low[0])].points;
      }
      return {};
    }
    std::int64_t row = 0;
    for (std::size_t k = 0; k < run.prefix.size(); ++k) {
      row = row * instance.extent[k] + (run.prefix[k] - instance.low[k]);
    }
    shares[thread_of(row)].points += run.last - run.first + 1;
    return {};
  });
  return done ? Result<std::vector<Share>>(std::move(shares)) : forward(done);
}

} // namespace mapwright::index_map::bench
