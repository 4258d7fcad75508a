// Maps built from proved maps: how the inner map is derived, checked and written into a proof.
#pragma once

#include "core/error.hpp"
#include "index_map/derived.hpp"

#include <functional>
#include <span>
#include <vector>

namespace mapwright::index_map {

/// Derives the map of an inner domain; given by whoever knows all families.
using DeriveInner = std::function<Result<Derived>(const domain::Domain&)>;

/// Checks the proof of an inner map; given likewise.
using CheckInner = std::function<CheckReport(ProofKind kind, const nlohmann::json& proof, const domain::Map& map)>;

/// An inner map as a proof carries it: kind, proof, and functions and tables as text.
nlohmann::json inner_to_json(const Derived& inner);

/// The inner map of `domain` a proof carries, as far as a checker or a builder of tables needs it.
Result<Derived> inner_from_json(const nlohmann::json& text, const domain::Domain& domain);

/// One fact: all facts of the inner proof hold.
Fact inner_fact(const Derived& inner, const CheckInner& check);

/// The tables of a derived map for one size, in the order of map.tables, run-time ones filled. `supplied`: those no
/// domain defines, such as cu_seqlens. Serves predicates, ragged rows and pairs; a map without run-time tables returns
/// its tables unchanged.
Result<std::vector<expr::Table>> build_tables(const Derived& derived, std::span<const expr::Int> parameters,
                                              std::span<const expr::Table> supplied);

} // namespace mapwright::index_map
