#include "mapper/export/defined_types.hpp"

namespace mapwright::mapper {

namespace {

using language::Assignment;
using language::FunctionDefinition;
using language::Scope;
using language::Statement;
using language::Type;
using language::TypeChecker;

/// The type that a function returns; its parameters and variables come and go.
Type result_type(const FunctionDefinition& function, Scope& scope, TypeChecker& types) {
  Type result;
  scope.in_function = true;
  for (const language::Parameter& parameter : function.parameters) {
    scope.locals.emplace_back(parameter.name.text, language::type_of(parameter.type));
  }
  for (const Statement& statement : function.body) {
    if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
      // Looked up from behind; a second value of a variable does not count, and has the first one's use anyway.
      scope.locals.insert(scope.locals.begin(), {assignment->name.text, types.type(assignment->value)});
    } else if (const auto* returned = std::get_if<language::ReturnStatement>(&statement.is)) {
      result = types.type(returned->value);
      break;
    }
  }
  scope.locals.clear();
  scope.in_function = false;
  return result;
}

} // namespace

/// Twice over the mapper: what a function says of names below it, or of itself, is known the second time.
DefinedTypes defined_types(const language::MapperSyntax& mapper) {
  Scope scope;
  language::Diagnostics found;
  TypeChecker types(scope, found);
  for (int pass = 0; pass < 2; ++pass) {
    for (const Statement& statement : mapper.statements) {
      if (const auto* assignment = std::get_if<Assignment>(&statement.is)) {
        scope.all_globals.try_emplace(assignment->name.text, assignment->name.span);
        scope.globals.insert_or_assign(assignment->name.text, types.type(assignment->value));
      } else if (const auto* function = std::get_if<FunctionDefinition>(&statement.is)) {
        scope.all_functions.try_emplace(function->name.text, function->name.span);
        language::FunctionSignature& signature = scope.functions[function->name.text];
        signature.parameters.clear();
        for (const language::Parameter& parameter : function->parameters) {
          signature.parameters.push_back(language::type_of(parameter.type));
        }
        const Type result = result_type(*function, scope, types);
        scope.functions[function->name.text].result = result;
      }
    }
  }
  DefinedTypes out;
  for (const auto& [name, type] : scope.globals) {
    out.variables.emplace(name, type.kind);
  }
  for (const auto& [name, signature] : scope.functions) {
    out.functions.emplace(name, signature.result.kind);
  }
  return out;
}

} // namespace mapwright::mapper
