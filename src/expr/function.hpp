// Functions: straight-line code with bounded control flow over exact integer expressions.
//
// This is what maps are made of: every direction of a map (count, unrank, rank, contains, successor) is one Function.
// Loops have trip counts known before they start, and a root is a statement of its own (Solve) that says *what* is
// sought apart from *how* the answer is estimated, so that a certificate can speak about the first and an emitter can
// print the second.
#pragma once

#include "expr/expr.hpp"

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace mapwright::expr {

struct Statement;
using Block = std::vector<Statement>;

/// S1  name := value, never assigned again.
struct Let {
  Symbol name;
  Expr value;
};

/// S2  declares a name that S3 may assign to.
struct Declare {
  Symbol name;
  Expr value;
};

/// S3  name := value; the name was declared by S2 in an enclosing block.
struct Assign {
  Symbol name;
  Expr value;
};

/// S4  runs `then_block` if condition != 0, else `else_block`.
struct If {
  Expr condition;
  Block then_block;
  Block else_block;
};

/// S5  runs `body` for name = 0, 1, ..., count-1 (or count-1, ..., 0 when descending); count <= 0: not at all.
/// The count depends on parameters only, so that all lanes of a device agree on it.
struct For {
  Symbol name;
  Expr count;
  bool descending = false;
  Block body;
};

/// How a Solve is found by halving: `iterations` halvings always suffice (an expression of parameters only).
struct Bisection {
  Expr iterations;
};

/// How a Solve is found from a floating-point root. With rho = (max(radicand, 0))^(1/degree), a real number, and
/// eps = 2^-20 in the 32-bit variant, 2^-48 in the 64-bit one:
///   estimate = floor_div(r + offset, divisor), r any integer with  floor(rho) <= r <= rho * (1 + eps)
/// (the floor of a root computed with relative error eps, biased upwards). The promise, proved by the certificate, is
///   solution - up <= estimate <= solution + down,
/// so `down` steps of -1 while the condition fails and `up` steps of +1 while it holds one further suffice, inside
/// [low, high]. Clamping the estimate to [low, high] first keeps the promise.
struct RootEstimate {
  int degree = 2;
  Expr radicand;
  Expr offset;
  Expr divisor;
  int down = 1;
  int up = 1;
};

/// S6  name := the greatest x in [low, high] with condition[name := x] != 0.
/// The condition holds on an initial segment of [low, high] that contains low; otherwise: fault.
struct Solve {
  Symbol name;
  Expr low;
  Expr high;
  Expr condition; ///< mentions `name`
  std::variant<Bisection, RootEstimate> method;
};

/// S7  states low <= name <= high: a fact of the certificate, used for range analysis; violated: fault.
struct Assume {
  Symbol name;
  Expr low;
  Expr high;
};

struct Statement {
  std::variant<Let, Declare, Assign, If, For, Solve, Assume> is;
};

/// A table a function reads: an array of integers, fixed or supplied at run time.
struct Table {
  Symbol name;
  bool runtime = false;               ///< true: supplied by the caller (e.g. cu_seqlens), `values` is empty
  std::vector<std::int64_t> values{}; ///< the entries of a fixed table
  std::int64_t least = 0;             ///< every entry is >= least (a fixed table: computed)
  std::int64_t greatest = 0;          ///< and <= greatest
  std::string meaning{};              ///< one line for people
};

struct Function {
  std::string name;
  std::vector<Symbol> parameters; ///< sizes of the domain: the same for all threads of a launch
  std::vector<Symbol> arguments;  ///< the index, or the point
  Block body;
  std::vector<Expr> results;
  std::vector<std::string> result_names;
};

/// Number of operations executed once per call, loops weighted by `trip` iterations each: a unit-free cost.
double static_cost(const Function& f, double trip = 16.0);

} // namespace mapwright::expr
