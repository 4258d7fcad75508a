// A kernel task: what is to be computed, on which shapes and inputs, and how near a result must be. Says nothing of
// how.
//
// Read from a folder (docs/kernel-tasks.md): task.toml, reference.cpp, starting kernels, findings.md.
#pragma once

#include "core/error.hpp"
#include "expr/expr.hpp"
#include "kernel/task/element.hpp"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mapwright::kernel {

/// Who reads and writes an argument.
enum class Intent : std::uint8_t { in, out, in_out };

/// One argument of the kernel, after the sizes.
struct Argument {
  std::string name;
  Element type = Element::f32;
  Intent intent = Intent::in;
  std::vector<expr::Expr> shape{}; ///< in the sizes of the task; empty: a scalar, passed by value, always `in`
};

/// What shapes are for.
enum class Use : std::uint8_t {
  test,      ///< small and odd: correctness
  benchmark, ///< timed; shown to whoever proposes kernels
  held_out,  ///< timed before a kernel is promoted; never shown
};
std::string_view to_string(Use use);

/// One value for each size of the task, in the task's order.
struct Shape {
  Use use = Use::test;
  std::vector<std::int64_t> sizes;
};

/// How the elements of one input are drawn. Arguments are expressions in the sizes, or numbers.
struct Distribution {
  std::string kind;                ///< "uniform", "integers", ...: see draw.hpp
  std::vector<double> numbers{};   ///< literal arguments, in order
  std::vector<expr::Expr> sizes{}; ///< arguments in the sizes, for the kinds that take them
  std::string text{};              ///< as written
};

/// One way to draw all inputs together.
struct Scenario {
  std::string name;
  /// For each argument with an input (in, in_out), in the task's order; outputs have an empty kind.
  std::vector<Distribution> inputs;
  /// Every correct kernel, in any order of operations, gives these outputs to the last bit: integer-valued inputs of
  /// which all partial results fit the type. Then nothing is tolerated.
  bool exact = false;
};

/// How far a floating-point output may be from the reference: |got - expected| <= factor * unit_roundoff(type) * scale,
/// where the reference computes scale beside each element (its error model; above 0 it counts as at least the smallest
/// normal number). NaN and infinities must agree exactly. The number of the type nearest to the expected one is always
/// right, in particular where the reference is beyond the range of the type.
struct Tolerance {
  double factor = 4;
  std::string reason{}; ///< why this factor, for people
};

/// The language of a kernel and how it is run.
enum class Backend : std::uint8_t { cpp, opencl, cuda, hip };
/// "cpp", "opencl", "cuda" or "hip".
std::string_view to_string(Backend backend);
std::optional<Backend> backend_named(std::string_view name);
/// ".cpp", ".cl", ".cu" or ".hip".
std::string_view extension(Backend backend);

/// A command of the task's own that judges candidates in our stead (docs/kernel-external.md). Never run unasked.
struct TaskEvaluator {
  std::string command;  ///< as parse_user_command takes it; a path in it is the folder's
  double seconds = 600; ///< most time for one evaluation
};

/// A task as read. All names are distinct C identifiers.
struct Task {
  std::filesystem::path folder;
  std::string name;
  std::string summary;
  std::string entry;              ///< name of the C++ function; device kernels are named by their launch lists
  std::vector<std::string> sizes; ///< names, each a signed 64-bit integer parameter of the kernel
  std::vector<Argument> arguments;
  std::vector<Shape> shapes;
  std::vector<Scenario> scenarios; ///< at least one
  Tolerance tolerance;
  std::optional<expr::Expr> operations{};            ///< floating-point operations a kernel must do, in the sizes
  std::map<Backend, std::filesystem::path> starts{}; ///< the starting kernels there are
  std::optional<TaskEvaluator> evaluator{};
};

/// Reads folder/task.toml and checks it. Input error at its place: unknown key or type, shape that is no expression in
/// the sizes, shape that gives a negative or enormous extent, missing file, no test shape. Whether there is a reference
/// is for compile_reference to see: an evaluator needs none.
Result<Task> read_task(const std::filesystem::path& folder);

/// An input error at the tolerance of a task that has been read.
Error error_at_tolerance(const Task& task, const std::string& message);

/// The folder of a task: `name` itself when it is a folder with task.toml, else a shipped task of that name. Input
/// error with a suggestion.
Result<std::filesystem::path> find_task(const std::string& name);

/// The shipped tasks' names, sorted.
std::vector<std::string> shipped_tasks();

/// The number of elements of each argument at these sizes (1 for scalars).
Result<std::vector<std::uint64_t>> extents(const Task& task, const std::vector<std::int64_t>& sizes);

/// "m=64 n=64 k=64".
std::string describe(const Task& task, const Shape& shape);

/// "extern "C" void gemm(std::int64_t m, ..., const float* a, const float* b, float* c)": what a C++ kernel defines.
std::string cpp_declaration(const Task& task);

} // namespace mapwright::kernel
