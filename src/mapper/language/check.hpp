// What can be said of a mapper before it runs: names, types, signatures, and statements without effect.
#pragma once

#include "mapper/language/diagnostic.hpp"
#include "mapper/language/syntax.hpp"

namespace mapwright::mapper::language {

/// Reports
///   errors: names and functions that are undefined, or used by a statement above their definition; values of the wrong
///     type, tuples and indices of the wrong length where that is known; a global variable or function defined twice; a
///     function without return; a mapping function that is not f(Task) -> processor, or that asks a task for what
///     tasks of its kind of launch do not have;
///   warnings: what is defined below the function that uses it; a local variable assigned twice, since the first value
///     stays; a second statement for one key, since the first one wins; statements behind a return; constraints of one
///     Layout that exclude each other; IndexTaskMap and SingleTaskMap for '*', which other implementations ignore.
void check_mapper(const MapperSyntax& mapper, const SourceText& source, Diagnostics& diagnostics);

} // namespace mapwright::mapper::language
