// mapwright map bench
#include "cli/command.hpp"
#include "cli/options.hpp"
#include "cli/question.hpp"
#include "cli/values.hpp"
#include "measure/machine.hpp"
#include "report/bench_report.hpp"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

namespace mapwright::cli {

using expr::Int;

namespace {

struct BenchOptions {
  DomainOptions domain;
  std::string device = "host";
  std::string body = "write";
  std::string threads;
  std::string only;
  std::string seconds = "10";
  bool fix = false;
  bool no_contention_check = false;
};

/// "opencl" or "opencl:1": the device of that number within its kind.
Result<device::DeviceInfo> find_device(const std::string& text) {
  const std::size_t colon = text.find(':');
  const std::string kind = text.substr(0, colon);
  const auto number = colon == std::string::npos
                          ? Result<std::uint64_t>(0)
                          : parse_count(text.substr(colon + 1), "the number of the device", 0, 99);
  if (!number) {
    return forward(number);
  }
  std::uint64_t of_kind = 0;
  const device::DeviceList list = device::list_devices();
  for (const device::DeviceInfo& info : list.devices) {
    if (to_string(info.api) == kind && of_kind++ == *number) {
      return info;
    }
  }
  for (const device::Absence& absence : list.absent) {
    if (to_string(absence.api) == kind) {
      return tl::unexpected<Error>(absence.error);
    }
  }
  return of_kind > 0 ? fail(ErrorKind::machine, fmt::format("there is no device {}: {} of this kind", text, of_kind),
                            "`mapwright doctor` lists them")
                     : fail(ErrorKind::input, fmt::format("there is no kind of device '{}'", kind),
                            "use host, opencl, cuda or hip, with :N for the device number N of that kind");
}

Result<index_map::BenchOptions> bench_options(const BenchOptions& options) {
  const auto device = find_device(options.device);
  if (!device) {
    return forward(device);
  }
  const auto body = index_map::bench_body(options.body);
  if (!body) {
    return forward(body);
  }
  const auto seconds = parse_count(options.seconds, "--seconds", 1, 3600);
  if (!seconds) {
    return forward(seconds);
  }
  const auto threads = options.threads.empty()
                           ? Result<std::uint64_t>(std::max(1U, std::thread::hardware_concurrency()))
                           : parse_count(options.threads, "--threads", 1, 4096);
  if (!threads) {
    return forward(threads);
  }
  if (!options.threads.empty() && device->api != device::Api::host) {
    return fail(ErrorKind::input, "--threads is for --device host");
  }
  index_map::BenchOptions result;
  result.device = *device;
  result.body = *body;
  result.threads = static_cast<unsigned>(*threads);
  for (std::size_t from = 0; from < options.only.size();) {
    const std::size_t end = std::min(options.only.find(',', from), options.only.size());
    const auto strategy = index_map::bench_strategy(options.only.substr(from, end - from));
    if (!strategy) {
      return forward(strategy);
    }
    result.only.push_back(*strategy);
    from = end + 1;
  }
  result.contention_check = !options.no_contention_check;
  result.time_cap = Seconds(static_cast<double>(*seconds));
  return result;
}

Result<int> run_bench(const BenchOptions& options, Terminal& terminal) {
  const auto chosen = bench_options(options);
  if (!chosen) {
    return forward(chosen);
  }
  const auto question = read_question(options.domain, terminal);
  if (!question) {
    return forward(question);
  }
  const auto sizes = all_sizes(*question, "map bench");
  if (!sizes) {
    return forward(sizes);
  }
  std::shared_ptr<const index_map::Certified> general;
  const auto derive = [&](const std::vector<Int>& at) -> Result<std::shared_ptr<const index_map::Certified>> {
    if (general != nullptr) {
      return general;
    }
    index_map::DeriveOptions how;
    how.form = options.domain.form;
    if (options.fix) {
      how.parameters.assign(at.begin(), at.end());
    }
    auto certified = index_map::derive_certified(question->domain, how);
    if (!certified) {
      return forward(certified);
    }
    auto shared = std::make_shared<const index_map::Certified>(std::move(*certified));
    if (!options.fix) {
      general = shared;
    }
    return shared;
  };
  auto report = index_map::run_bench(derive, *sizes, question->tables, *chosen);
  if (!report) {
    return forward(report);
  }
  const report::BenchAnswer answer{question->domain, *chosen, std::move(*report),
                                   measure::describe_machine().summary()};
  const auto written = write_out(terminal, options.domain.json ? report::document_text(report::to_json(answer))
                                                               : report::to_text(answer));
  return written ? Result<int>(0) : forward(written);
}

} // namespace

void add_map_bench(CLI::App& map, Commands& commands) {
  CLI::App& app = commands.add(map, "bench", "the same work by bounding box, map, table, search and formula, timed",
                               "  mapwright map bench triangle --param n=4096 --body attention\n"
                               "  mapwright map bench menger-sponge --param level=5 --fix --body stencil --threads 1\n"
                               "  mapwright map bench tetrahedron --param n=400 --device opencl --json\n"
                               "All strategies run in the same rounds; a speed-up above 1 is a gain over the box.");
  auto options = std::make_shared<BenchOptions>();
  declare(app, options->domain);
  app.add_option("--device", options->device, "host, opencl, cuda or hip; opencl:1 is the second of its kind")
      ->type_name("DEVICE")
      ->capture_default_str();
  app.add_option("--body", options->body, "the work at a point: write, pairs, attention or stencil")
      ->type_name("BODY")
      ->capture_default_str();
  app.add_option("--threads", options->threads, "threads of the host (default: all)")->type_name("COUNT");
  app.add_option("--only", options->only, "these strategies, beside box and map (default: all)")->type_name("NAMES");
  app.add_option("--seconds", options->seconds, "longest time of the comparison")
      ->type_name("SECONDS")
      ->capture_default_str();
  app.add_flag("--fix", options->fix, "make the map of the given sizes alone (unrolled loops, constant tables)");
  app.add_flag("--no-contention-check", options->no_contention_check,
               "also count runs that other work on the machine disturbed");
  commands.set_action(app, [options](Terminal& terminal) { return run_bench(*options, terminal); });
}

} // namespace mapwright::cli
