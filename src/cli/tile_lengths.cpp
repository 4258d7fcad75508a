#include "cli/tile_lengths.hpp"

#include "cli/values.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mapwright::cli {

using index_map::tiles::most_length;
using index_map::tiles::Number;
using index_map::tiles::SequenceLengths;

namespace {

constexpr std::uint64_t most_batch = 1U << 24;

/// The differences of offsets that begin at 0 and do not fall.
Result<std::vector<Number>> differences_of(const std::string& text, const std::string& option) {
  const auto table = parse_table_option("cu_seqlens=" + text);
  if (!table) {
    return forward(table);
  }
  if (table->values.empty() || table->values.front() != 0) {
    return fail(ErrorKind::input, fmt::format("{} begins with 0", option), "offsets of 3 sequences: 0,100,100,350");
  }
  std::vector<Number> lengths;
  for (std::size_t i = 1; i < table->values.size(); ++i) {
    const Number length = table->values[i] - table->values[i - 1];
    if (length < 0 || length > most_length) {
      return fail(ErrorKind::input, fmt::format("{}: sequence {} would be {} long", option, i - 1, length),
                  "offsets do not fall");
    }
    lengths.push_back(length);
  }
  return lengths;
}

Result<std::vector<SequenceLengths>> equal_lengths(const TileLengthOptions& options) {
  const bool two = options.length.find(',') != std::string::npos;
  const auto sides = parse_point(two ? options.length : options.length + "," + options.length, {"queries", "keys"});
  const auto batch = parse_count(options.batch, "--batch", 1, most_batch);
  if (!batch) {
    return forward(batch);
  }
  if (!sides || (*sides)[0] < 0 || (*sides)[1] < 0 || (*sides)[0] > most_length || (*sides)[1] > most_length) {
    return fail(ErrorKind::input, fmt::format("--seqlen expects N or QUERIES,KEYS from 0 to {}, found '{}'",
                                              most_length, options.length));
  }
  return std::vector<SequenceLengths>(static_cast<std::size_t>(*batch),
                                      {static_cast<Number>((*sides)[0]), static_cast<Number>((*sides)[1])});
}

std::string range_text(Number least, Number most) {
  return least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
}

} // namespace

void declare(CLI::App& app, TileLengthOptions& options) {
  CLI::Option* length =
      app.add_option("--seqlen", options.length, "length of a sequence, or of queries and of keys")->type_name("N|Q,K");
  app.add_option("--batch", options.batch, "how many sequences of that length")->type_name("N")->capture_default_str();
  app.add_option("--cu-seqlens", options.offsets, "offsets of sequences: numbers, or a file of them")
      ->type_name("LIST|FILE")
      ->excludes(length);
  app.add_option("--cu-seqlens-k", options.key_offsets, "offsets of their keys (default: those of the queries)")
      ->type_name("LIST|FILE");
}

Result<std::vector<SequenceLengths>> read_lengths(const TileLengthOptions& options, bool documents) {
  std::vector<SequenceLengths> lengths;
  if (options.offsets.empty()) {
    if (options.length.empty()) {
      return fail(ErrorKind::input, "no lengths are given", "--seqlen 4096, or --cu-seqlens 0,100,350");
    }
    auto equal = equal_lengths(options);
    if (!equal) {
      return equal;
    }
    lengths = std::move(*equal);
  } else {
    const auto queries = differences_of(options.offsets, "--cu-seqlens");
    if (!queries) {
      return forward(queries);
    }
    const auto keys = options.key_offsets.empty() ? queries : differences_of(options.key_offsets, "--cu-seqlens-k");
    if (!keys) {
      return forward(keys);
    }
    if (keys->size() != queries->size()) {
      return fail(ErrorKind::input,
                  fmt::format("--cu-seqlens has {} sequences, --cu-seqlens-k has {}", queries->size(), keys->size()));
    }
    for (std::size_t b = 0; b < queries->size(); ++b) {
      lengths.push_back({(*queries)[b], (*keys)[b]});
    }
  }
  Number total = 0;
  for (const SequenceLengths& one : lengths) {
    total += one.queries;
    if (documents && one.queries != one.keys) {
      return fail(ErrorKind::input, "documents on one grid have as many queries as keys");
    }
  }
  if (documents && total > most_length) {
    return fail(ErrorKind::input, fmt::format("the documents together are longer than {}", most_length));
  }
  return lengths;
}

std::string lengths_text(const std::vector<SequenceLengths>& lengths, Number heads) {
  std::string text = fmt::format("{} sequence{}", lengths.size(), lengths.size() == 1 ? "" : "s");
  if (!lengths.empty()) {
    const auto by_queries = [](const auto& a, const auto& b) { return a.queries < b.queries; };
    const auto by_keys = [](const auto& a, const auto& b) { return a.keys < b.keys; };
    const auto [q, q_most] = std::minmax_element(lengths.begin(), lengths.end(), by_queries);
    const auto [k, k_most] = std::minmax_element(lengths.begin(), lengths.end(), by_keys);
    text += fmt::format(" of {} queries x {} keys", range_text(q->queries, q_most->queries),
                        range_text(k->keys, k_most->keys));
  }
  return text + fmt::format(", {} head{}", heads, heads == 1 ? "" : "s");
}

} // namespace mapwright::cli
