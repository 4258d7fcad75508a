#include "emit/python_module.hpp"

#include "emit/c_like.hpp"

namespace mapwright::emit {

std::string fixed_table_name(const PythonSpelling& spelling, const std::string& table) {
  return spelling.flavour == PythonFlavour::numpy ? "_" + table + spelling.suffix : table;
}

PythonFunction python_function(const Unit& unit, const PythonSpelling& spelling, Role role, HelperSet& used) {
  const domain::Map& map = *unit.map;
  const expr::Function f = without_unused(function_of(map, role));
  const std::vector<std::string> tables = table_names(map);
  PythonFunction text;
  text.role = role;
  text.fields = field_names(map.domain);
  PythonPrinter printer(spelling, used, {});
  for (const expr::Symbol parameter : f.parameters) {
    text.parameters.push_back(printer.declare(parameter, false));
  }
  for (std::size_t i = 0; i < tables.size(); ++i) {
    const expr::Table& table = map.tables[i];
    const std::string name = printer.fresh(tables[i]);
    const bool passed = table.runtime || spelling.flavour == PythonFlavour::triton;
    printer.add_table(table, passed ? name : fixed_table_name(spelling, tables[i]));
    if (table.runtime) {
      text.runtime.push_back(name);
    } else if (passed) {
      text.fixed.push_back(name);
    }
  }
  for (const expr::Symbol argument : f.arguments) {
    text.arguments.push_back(printer.declare(argument, true));
    if (role == Role::unrank) {
      printer.facts().learn(argument); // an index is never negative
    }
  }
  printer.print(f.body);
  text.results = printer.print_results(f.results, role == Role::contains || role == Role::successor);
  text.body = printer.text();
  text.has_uneven_loop = printer.has_uneven_loop();
  text.zero = printer.reads_zero() ? printer.zero() : "";
  return text;
}

std::string python_comment(const Unit& unit, std::string_view language) {
  std::string out;
  const std::string text = file_comment(unit, language);
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    out += "#" + text.substr(at + 2, end - at - 1);
    at = end + 1;
  }
  return out;
}

std::string python_tables(const Unit& unit) {
  std::string out;
  const std::vector<std::string> names = table_names(*unit.map);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const expr::Table& table = unit.map->tables[i];
    if (!table.runtime) {
      out += "\n" + names[i] + " = (\n" + entry_list(table) + ",\n)\n";
    }
  }
  return out;
}

std::string python_count(const Unit& unit, const std::string& name, HelperSet& used) {
  const PythonSpelling spelling = python_spelling(PythonFlavour::plain, 0);
  const PythonFunction f = python_function(unit, spelling, Role::count, used);
  return comment_of(Role::count, unit, f.fields, "#") + definition_line(f, name) + as_integers(f) + f.body +
         "    return " + f.results[0] + "\n";
}

std::string as_integers(const PythonFunction& f) {
  std::vector<std::string> names = f.parameters;
  names.insert(names.end(), f.arguments.begin(), f.arguments.end());
  std::vector<std::string> values;
  for (const std::string& name : names) {
    values.push_back("_index(" + name + ")");
  }
  return names.empty() ? "" : "    " + listed(names, false) + " = " + listed(values, false) + "\n";
}

std::string tidy(std::string text) {
  const std::string_view gap = "\n\n\n\n";
  for (std::size_t at = text.find(gap); at != std::string::npos; at = text.find(gap, at)) {
    text.erase(at, 1);
  }
  return text;
}

std::string python_fits(const Unit& unit, const domain::WordRange& range, const std::string& name) {
  const LimitsText limits = limits_of(unit, range);
  std::string formals;
  std::string test;
  for (std::size_t i = 0; i < limits.names.size(); ++i) {
    append_item(formals, limits.names[i]);
    test += (test.empty() ? "" : " and ") + ("0 <= " + limits.names[i]) + " <= " + limits.at_most[i];
  }
  return std::string(unit.proved ? "# Certified: within" : "# UNPROVED. Within") +
         " these sizes no intermediate leaves words of " + std::to_string(range.bits) + " bits.\ndef " + name + "(" +
         formals + "):\n    return " + (test.empty() ? "True" : test) + "\n";
}

std::string definition_line(const PythonFunction& f, const std::string& name) {
  std::string formals;
  for (const std::vector<std::string>* list : {&f.parameters, &f.runtime, &f.fixed, &f.arguments}) {
    for (const std::string& one : *list) {
      append_item(formals, one);
    }
  }
  return "def " + name + "(" + formals + "):\n";
}

std::string listed(const std::vector<std::string>& items, bool tuple) {
  std::string out;
  for (const std::string& item : items) {
    append_item(out, item);
  }
  return tuple && items.size() == 1 ? "(" + out + ",)" : out;
}

std::string missing_variant(const Unit& unit, int bits) {
  const bool wanted = bits == 32 ? unit.with_32 : unit.with_64;
  const std::string width = std::to_string(bits);
  return wanted ? "\n# No " + width + "-bit variant: no useful size fits " + width + "-bit words.\n" : "";
}

} // namespace mapwright::emit
