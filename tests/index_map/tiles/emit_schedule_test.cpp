// Emitted schedules: the header compiles for the host without a warning and gives every work item of every launch that
// the library gives, in both words, and so does the OpenCL C.
#include "emit/opencl_probe.hpp"
#include "emit/toolchain.hpp"
#include "index_map/tiles/emit_schedule.hpp"
#include "tile_masks.hpp"

#include <gmock/gmock.h>

namespace mapwright::index_map::tiles {
namespace {

using test::ScratchFolder;
using ::testing::HasSubstr;

/// A text that is emitted and executed.
struct Emitted {
  Emission emission;
  std::vector<SequenceLengths> lengths;
};

constexpr Number heads = 3;
constexpr Number stay = 5; ///< thread blocks of a persistent launch

std::vector<Emitted> emitted_schedules() {
  const std::vector<SequenceLengths> square{{17, 17}, {0, 0}, {40, 40}, {3, 3}, {24, 24}, {1, 1}};
  const std::vector<SequenceLengths> oblong{{17, 30}, {30, 17}, {0, 4}, {9, 0}, {25, 60}, {64, 64}};
  return {
      {{"causal", "causal", {.right = 0, .align = Align::bottom_right}, {4, 3}, Edges::padded, Order::longest_first},
       oblong},
      {{"folded", "causal", {.right = 0}, {5, 8}, Edges::exact, Order::fold}, square},
      {{"sinks",
        "sink-window(sink=5,left=7,right=1,prefix=9)",
        {.left = 7, .right = 1, .sink = 5, .prefix = 9},
        {3, 4},
        Edges::masked,
        Order::row_major},
       oblong}};
}

Schedule schedule_of(const Emitted& e, std::vector<SequenceLengths> lengths, Unit unit) {
  const Emission& m = e.emission;
  return Schedule::make(std::move(lengths), {m.mask, m.tile, m.edges, m.order, unit, heads}).value();
}

/// The words a driver writes for one work item.
void append_work(std::vector<std::int64_t>& words, const Schedule& schedule, Number position) {
  const Work work = schedule.at(position);
  const RowTiles row = schedule.tiles(work.sequence).row(work.row);
  const Number full_first = row.full.first;
  words.insert(words.end(), {position, work.sequence, work.head, work.row, work.block, row.sink, row.window.first,
                             row.window.last, row.full_sink, full_first, row.full.last});
}

/// All work of a launch with one thread block per item, then of one whose blocks stay.
void append_launches(std::vector<std::int64_t>& words, const Schedule& schedule) {
  words.push_back(schedule.size());
  for (Number position = 0; position < schedule.size(); ++position) {
    append_work(words, schedule, position);
  }
  const Number pair = schedule.shape().order == Order::fold ? 2 : 1;
  for (Number block = 0; block < stay; ++block) {
    for (Number unit = block; unit * pair < schedule.size(); unit += stay) {
      for (Number position = unit * pair; position < std::min((unit + 1) * pair, schedule.size()); ++position) {
        append_work(words, schedule, position);
      }
    }
  }
}

std::vector<std::int64_t> wanted_words(const Emitted& e) {
  std::vector<std::int64_t> words;
  for (const Unit unit : {Unit::row, Unit::tile}) {
    if (unit == Unit::tile && e.emission.order == Order::fold) {
      continue;
    }
    for (const SequenceLengths& one : e.lengths) {
      append_launches(words, schedule_of(e, {one, one}, unit));
    }
    append_launches(words, schedule_of(e, e.lengths, unit));
  }
  return words;
}

/// A program that writes, for each schedule and word, what wanted_words() says.
std::string host_driver(const std::vector<Emitted>& all) {
  std::string text = R"(
#include <cstdint>
#include <cstdio>
static std::vector<std::int64_t> out;
template <class Work> void add(const Work& w) {
  for (const std::int64_t x : {std::int64_t(w.position), std::int64_t(w.bidb), std::int64_t(w.bidh),
       std::int64_t(w.m_block), std::int64_t(w.n_block), std::int64_t(w.n_block_sink()), std::int64_t(w.n_block_min()),
       std::int64_t(w.n_block_max()), std::int64_t(w.blocks.full_sink), std::int64_t(w.blocks.full_first),
       std::int64_t(w.blocks.full_last)}) out.push_back(x);
}
template <class Single, class Stay, class Arguments> void launch(const Arguments& a) {
  if (!Single::can_implement(a) || !Stay::can_implement(a)) std::abort();
  const auto params = Single::to_underlying_arguments(a);
  out.push_back(params.work);
  const auto grid = Single::get_grid_shape(params, 0);
  for (unsigned block = 0; block < grid.x * grid.y; ++block) {
    const auto work = Single::get_initial_work(params, block);
    add(work);
    if (Single::get_next_work(params, work, grid.x).is_valid()) std::abort();
  }
  const auto kept = Stay::to_underlying_arguments(a);
  const auto shape = Stay::get_grid_shape(kept, STAY);
  for (unsigned block = 0; block < shape.x; ++block)
    for (auto work = Stay::get_initial_work(kept, block); work.is_valid();
         work = Stay::get_next_work(kept, work, STAY)) add(work);
}
template <class Single, class Stay> void all(const std::vector<int>& q, const std::vector<int>& k) {
  typename Single::Arguments a;
  a.heads = HEADS;
  for (std::size_t s = 0; s + 1 < q.size(); ++s) {
    a.batch = 2;
    a.seqlen_q = q[s + 1] - q[s];
    a.seqlen_k = k[s + 1] - k[s];
    launch<Single, Stay>(a);
  }
  a.batch = int(q.size()) - 1;
  a.seqlen_q = a.seqlen_k = 64;
  a.cu_seqlens_q = q.data();
  a.cu_seqlens_k = k.data();
  std::vector<std::remove_const_t<std::remove_pointer_t<decltype(a.work_starts)>>> starts(q.size());
  std::vector<int> order(q.size() - 1);
  a.work = Single::plan(a, starts.data(), order.data());
  a.work_starts = starts.data();
  a.batch_order = order.data();
  launch<Single, Stay>(a);
}
// Up to the last lengths that 32 bits take, both words say the same; beyond, 32 bits are refused and 64 are not.
template <class Narrow, class Wide> void edges(const std::vector<std::pair<long long, long long>>& lengths) {
  int taken = 0;
  for (const auto& [q, k] : lengths) {
    typename Narrow::Arguments a;
    typename Wide::Arguments b;
    a.heads = 1; b.heads = 1;
    a.seqlen_q = int(q); b.seqlen_q = q;
    a.seqlen_k = int(k); b.seqlen_k = k;
    if (!Wide::can_implement(b)) std::abort();
    const auto wide = Wide::to_underlying_arguments(b);
    if (!Narrow::can_implement(a)) continue;
    ++taken;
    const auto narrow = Narrow::to_underlying_arguments(a);
    if (narrow.work != wide.work) std::abort();
    for (long long part = 0; part <= 64; ++part) {
      const long long position = (wide.work - 1) / 64 * part;
      const auto x = Narrow::work_at(narrow, int(position));
      const auto y = Wide::work_at(wide, position);
      if (x.m_block != y.m_block || x.n_block != y.n_block || x.blocks.first != y.blocks.first ||
          x.blocks.last != y.blocks.last || x.blocks.full_last != y.blocks.full_last) std::abort();
    }
  }
  if (taken == 0 || taken == int(lengths.size())) std::abort();
}
int main(int, char** arguments) {
)";
  for (const Emitted& e : all) {
    std::string q = "0";
    std::string k = "0";
    Number q_end = 0;
    Number k_end = 0;
    for (const SequenceLengths& one : e.lengths) {
      q += fmt::format(", {}", q_end += one.queries);
      k += fmt::format(", {}", k_end += one.keys);
    }
    for (const int bits : {32, 64}) {
      text += fmt::format("  {{ namespace m = mapwright_tiles::{}::w{};\n", e.emission.name, bits);
      text += fmt::format("    all<m::SingleTileScheduler, m::PersistentScheduler>({{{}}}, {{{}}});\n", q, k);
      if (e.emission.order != Order::fold) {
        text += fmt::format("    all<m::TileScheduler<false>, m::TileScheduler<true>>({{{}}}, {{{}}});\n", q, k);
      }
      text += "  }\n";
    }
  }
  for (const Emitted& e : all) {
    const std::string kind =
        e.emission.order == Order::fold ? "Scheduler<{0}::Unit::row, true>" : "TileScheduler<true>";
    const auto scheduler = [&](const std::string& word) {
      const std::string space = fmt::format("mapwright_tiles::{}::{}", e.emission.name, word);
      return space + "::" + fmt::format(fmt::runtime(kind), space);
    };
    text +=
        fmt::format("  edges<{}, {}>({{{{150000, 150000}}, {{2000000000, 7}}, {{5, 2000000000}}, {{9, 2147483647}}, "
                    "{{2147483647, 2147483647}}, {{100000, 250000}}}});\n",
                    scheduler("w32"), scheduler("w64"));
  }
  return text + "  std::FILE* f = std::fopen(arguments[1], \"wb\");\n"
                "  std::fwrite(out.data(), 8, out.size(), f);\n  return std::fclose(f);\n}\n";
}

TEST(EmittedSchedule, TheHeaderGivesEveryWorkItemOfTheLibrary) {
  const ScratchFolder folder;
  const std::vector<Emitted> all = emitted_schedules();
  std::string source;
  std::vector<std::int64_t> wanted;
  for (const Emitted& e : all) {
    test::write_text(folder / (e.emission.name + ".cuh"), emit_schedule(e.emission, "cuda").value());
    source += "#include \"" + e.emission.name + ".cuh\"\n";
    const std::vector<std::int64_t> words = wanted_words(e);
    wanted.insert(wanted.end(), words.begin(), words.end());
    wanted.insert(wanted.end(), words.begin(), words.end());
  }
  source += "#include <cstdlib>\n#include <type_traits>\n" + host_driver(all);
  test::write_text(folder / "driver.cpp", source);
  const std::string program = (folder / "driver").string();
  ASSERT_EQ(test::failure_of(fmt::format("c++ -std=c++17 -O0 {} -fsanitize=signed-integer-overflow "
                                         "-fno-sanitize-recover -DSTAY={} -DHEADS={} '{}' -o '{}'",
                                         test::warnings, stay, heads, (folder / "driver.cpp").string(), program),
                             folder),
            "");
  const std::string answers = (folder / "out").string();
  ASSERT_EQ(test::failure_of("'" + program + "' '" + answers + "'", folder), "");
  const std::vector<std::int64_t> got = test::read_words(answers);
  ASSERT_EQ(got.size(), wanted.size());
  const auto differs = std::mismatch(got.begin(), got.end(), wanted.begin());
  EXPECT_TRUE(differs.first == got.end())
      << "word " << (differs.first - got.begin()) << " is " << *differs.first << ", wanted " << *differs.second;
}

TEST(EmittedSchedule, TheOpenClGivesEveryTileOfTheLibrary) {
  std::string why;
  const auto device = test::OpenClProbe::open(why);
  if (!device) {
    GTEST_SKIP() << why;
  }
  const Emitted e = emitted_schedules().back();
  const SequenceLengths one = e.lengths[4];
  // The examples run the functions of 32 bits.
  const auto name = [&](const std::string& function) { return e.emission.name + "_" + function + "_i64"; };
  const std::string source = emit_schedule(e.emission, "opencl").value() +
                             "__kernel void probe(__global const long *in, long items, __global long *out) {\n"
                             "  const long n = (long)(get_global_id(1) * get_global_size(0) + get_global_id(0));\n"
                             "  if (n >= items) return;\n"
                             "  const " +
                             name("sequence") + " s = " + name("make_sequence") + "(in[0], in[1], " +
                             name("default_left") + ", " + name("default_right") + ", " + name("default_sink") + ", " +
                             name("default_prefix") + ");\n  const " + name("work") + " w = " + name("tile_work") +
                             "(s, 3, n);\n  const long at = n * 4;\n  out[at] = w.sequence; out[at + 1] = w.head; "
                             "out[at + 2] = w.row; out[at + 3] = w.block;\n}\n";
  const Schedule schedule = schedule_of(e, {one, one}, Unit::tile);
  std::vector<std::int64_t> wanted;
  for (Number position = 0; position < schedule.size(); ++position) {
    const Work work = schedule.at(position);
    wanted.insert(wanted.end(), {work.sequence, work.head, work.row, work.block});
  }
  std::string error;
  const auto got = device->run(source, "-Werror", {one.queries, one.keys}, schedule.size(), wanted.size(), error);
  ASSERT_EQ(error, "");
  EXPECT_EQ(got, wanted);
}

TEST(EmittedSchedule, Refuses) {
  EXPECT_THAT(emit_schedule({.name = "a"}, "fortran").error().message, HasSubstr("fortran"));
  EXPECT_THAT(emit_schedule({.name = "a b"}, "cuda").error().message, HasSubstr("a b"));
  EXPECT_THAT(emit_schedule({.name = "a", .tile = {0, 1}}, "cuda").error().message, HasSubstr("[1, "));
  EXPECT_THAT(emit_schedule({.name = "a", .mask = {.documents = true}}, "cuda").error().hint, HasSubstr("block lists"));
}

} // namespace
} // namespace mapwright::index_map::tiles
