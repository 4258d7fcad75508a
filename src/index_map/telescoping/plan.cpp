#include "index_map/telescoping/plan.hpp"

#include "expr/text.hpp"

#include <array>

namespace mapwright::index_map {

namespace {

using nlohmann::json;

constexpr std::array<const char*, 5> kind_names = {"offset", "division", "sandwich", "quadratic", "bisection"};

json texts(const std::vector<Expr>& list) {
  json out = json::array();
  for (const Expr& e : list) {
    out.push_back(expr::to_text(e));
  }
  return out;
}

json names(const std::vector<Symbol>& list) {
  json out = json::array();
  for (const Symbol s : list) {
    out.push_back(s.name());
  }
  return out;
}

json to_json(const Inversion& inversion) {
  json out = {{"kind", kind_names[static_cast<std::size_t>(inversion.kind)]}, {"from_end", inversion.from_end}};
  using Kind = Inversion::Kind;
  if (inversion.kind == Kind::sandwich || inversion.kind == Kind::quadratic) {
    out["growth"] = expr::to_text(inversion.growth);
    out["down"] = inversion.down;
    out["up"] = inversion.up;
  }
  if (inversion.kind == Kind::sandwich) {
    out["degree"] = inversion.degree;
    out["p"] = expr::to_string(inversion.p);
    out["q"] = expr::to_string(inversion.q);
    out["low2"] = expr::to_string(inversion.low2);
    out["high2"] = expr::to_string(inversion.high2);
    out["shift"] = expr::to_string(inversion.shift);
  }
  if (inversion.kind == Kind::quadratic) {
    out["scale"] = expr::to_string(inversion.scale);
    out["a"] = expr::to_string(inversion.a);
    out["b"] = expr::to_text(inversion.b);
  }
  return out;
}

/// Reads one plan; the first malformed member is remembered and everything after it is ignored.
class Reader {
public:
  std::string text(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_string()) {
      complain(key, "a string");
      return {};
    }
    return found->get<std::string>();
  }

  Expr expression(const json& value, const char* key) {
    if (!value.is_string()) {
      complain(key, "an expression as a string");
      return Expr(0);
    }
    auto parsed = expr::parse_expr(value.get<std::string>(), key);
    if (!parsed) {
      if (!error) {
        error = parsed.error();
      }
      return Expr(0);
    }
    return *parsed;
  }

  Expr expression_at(const json& object, const char* key) {
    return expression(object.contains(key) ? object[key] : json(), key);
  }

  std::vector<Expr> expressions(const json& object, const char* key) {
    std::vector<Expr> out;
    for (const json& value : list(object, key)) {
      out.push_back(expression(value, key));
    }
    return out;
  }

  std::vector<Symbol> symbols(const json& object, const char* key) {
    std::vector<Symbol> out;
    for (const json& value : list(object, key)) {
      if (!value.is_string()) {
        complain(key, "names");
        return out;
      }
      out.emplace_back(value.get<std::string>());
    }
    return out;
  }

  Int integer(const json& object, const char* key) {
    const auto parsed = expr::parse_int(text(object, key));
    if (!parsed) {
      complain(key, "an integer in decimal");
    }
    return parsed.value_or(0);
  }

  int small(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_number_integer()) {
      complain(key, "an integer");
      return 0;
    }
    return found->get<int>();
  }

  bool flag(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_boolean()) {
      complain(key, "true or false");
      return false;
    }
    return found->get<bool>();
  }

  json list(const json& object, const char* key) {
    const auto found = object.find(key);
    if (found == object.end() || !found->is_array()) {
      complain(key, "a list");
      return json::array();
    }
    return *found;
  }

  Inversion inversion(const json& object) {
    Inversion out;
    const std::string kind = text(object, "kind");
    bool known = false;
    for (std::size_t i = 0; i < kind_names.size(); ++i) {
      if (kind == kind_names[i]) {
        out.kind = static_cast<Inversion::Kind>(i);
        known = true;
      }
    }
    if (!known) {
      complain("kind", "offset, division, sandwich, quadratic or bisection");
      return out;
    }
    out.from_end = flag(object, "from_end");
    using Kind = Inversion::Kind;
    if (out.kind == Kind::sandwich || out.kind == Kind::quadratic) {
      out.growth = expression_at(object, "growth");
      out.down = small(object, "down");
      out.up = small(object, "up");
    }
    if (out.kind == Kind::sandwich) {
      out.degree = small(object, "degree");
      out.p = integer(object, "p");
      out.q = integer(object, "q");
      out.low2 = integer(object, "low2");
      out.high2 = integer(object, "high2");
      out.shift = integer(object, "shift");
    }
    if (out.kind == Kind::quadratic) {
      out.scale = integer(object, "scale");
      out.a = integer(object, "a");
      out.b = expression_at(object, "b");
    }
    return out;
  }

  PiecePlan piece(const json& object) {
    PiecePlan out;
    out.region = text(object, "region");
    out.guards = expressions(object, "guards");
    out.lower = expressions(object, "lower");
    out.upper = expressions(object, "upper");
    out.weight = expression_at(object, "weight");
    out.sum = expression_at(object, "sum");
    out.before = expression_at(object, "before");
    out.total = expression_at(object, "total");
    out.inversion = inversion(object.contains("inversion") ? object["inversion"] : json::object());
    return out;
  }

  LevelPlan level(const json& object) {
    LevelPlan out;
    out.coordinate = Symbol(text(object, "coordinate"));
    out.hidden = flag(object, "hidden");
    out.ordered = flag(object, "ordered");
    out.box_low = expression_at(object, "box_low");
    out.box_high = expression_at(object, "box_high");
    out.row_lower = expressions(object, "row_lower");
    out.row_upper = expressions(object, "row_upper");
    for (const json& value : list(object, "pieces")) {
      out.pieces.push_back(piece(value));
    }
    return out;
  }

  std::optional<Error> error;

private:
  void complain(const char* key, const char* expected) {
    if (!error) {
      error = Error{ErrorKind::input, std::string("certificate: '") + key + "' must be " + expected, std::nullopt,
                    "derive the certificate again"};
    }
  }
};

} // namespace

Symbol first_name(Symbol coordinate) {
  return Symbol(coordinate.name() + "_first");
}
Symbol last_name(Symbol coordinate) {
  return Symbol(coordinate.name() + "_last");
}

nlohmann::json to_json(const TelescopingPlan& plan) {
  json levels = json::array();
  for (const LevelPlan& level : plan.levels) {
    json pieces = json::array();
    for (const PiecePlan& piece : level.pieces) {
      pieces.push_back({{"region", piece.region},
                        {"guards", texts(piece.guards)},
                        {"lower", texts(piece.lower)},
                        {"upper", texts(piece.upper)},
                        {"weight", expr::to_text(piece.weight)},
                        {"sum", expr::to_text(piece.sum)},
                        {"before", expr::to_text(piece.before)},
                        {"total", expr::to_text(piece.total)},
                        {"inversion", to_json(piece.inversion)}});
    }
    levels.push_back({{"coordinate", level.coordinate.name()},
                      {"hidden", level.hidden},
                      {"ordered", level.ordered},
                      {"box_low", expr::to_text(level.box_low)},
                      {"box_high", expr::to_text(level.box_high)},
                      {"row_lower", texts(level.row_lower)},
                      {"row_upper", texts(level.row_upper)},
                      {"pieces", pieces}});
  }
  json counts = json::array();
  for (const CountPiece& piece : plan.counts) {
    counts.push_back(
        {{"region", piece.region}, {"guards", texts(piece.guards)}, {"count", expr::to_text(piece.count)}});
  }
  return {{"set", plan.set},
          {"parameters", names(plan.parameters)},
          {"dimensions", plan.dimensions},
          {"scan", names(plan.scan)},
          {"point_of_scan", texts(plan.point_of_scan)},
          {"scan_of_point", texts(plan.scan_of_point)},
          {"contains", expr::to_text(plan.contains)},
          {"levels", levels},
          {"counts", counts}};
}

Result<TelescopingPlan> telescoping_plan_from_json(const nlohmann::json& object) {
  Reader reader;
  TelescopingPlan plan;
  plan.set = reader.text(object, "set");
  plan.parameters = reader.symbols(object, "parameters");
  for (const Symbol s : reader.symbols(object, "dimensions")) {
    plan.dimensions.push_back(s.name());
  }
  plan.scan = reader.symbols(object, "scan");
  plan.point_of_scan = reader.expressions(object, "point_of_scan");
  plan.scan_of_point = reader.expressions(object, "scan_of_point");
  plan.contains = reader.expression_at(object, "contains");
  for (const json& level : reader.list(object, "levels")) {
    plan.levels.push_back(reader.level(level));
  }
  for (const json& value : reader.list(object, "counts")) {
    CountPiece piece;
    piece.region = reader.text(value, "region");
    piece.guards = reader.expressions(value, "guards");
    piece.count = reader.expression_at(value, "count");
    plan.counts.push_back(std::move(piece));
  }
  if (reader.error) {
    return tl::unexpected<Error>(*reader.error);
  }
  return plan;
}

} // namespace mapwright::index_map
