#include "starpu_engine/subject.hpp"

#include "mapper/engine/agreement.hpp"
#include "mapper/engine/kernel_library.hpp"
#include "mapper/engine/sequential.hpp"
#include "mapper/program/read_program.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mapwright::starpu_engine {

namespace {

/// Whether all tasks that do work have a kernel that `has` wants.
template <class Has> bool all_have(const Subject& subject, const Has& has) {
  for (std::uint32_t launch = 0; launch < subject.program.launches.size(); ++launch) {
    const auto found = subject.kernels.find(subject.program.kinds[subject.program.launches[launch].kind].name);
    if (!subject.program.only_launches(launch) && (found == subject.kernels.end() || !has(found->second))) {
      return false;
    }
  }
  return true;
}

/// All tasks on one device, in its memory.
mapper::Plan plan_for_device(const mapper::Program& program, const mapper::TaskGraph& graph, std::uint32_t node) {
  mapper::Plan plan = blank_plan(program, graph);
  for (mapper::TaskDecision& task : plan.tasks) {
    task.processor = {mapper::ProcessorKind::gpu, node, 0};
  }
  for (mapper::ArgumentDecision& argument : plan.arguments) {
    argument.memory = {mapper::MemoryKind::fbmem, node, 0};
  }
  return plan;
}

} // namespace

Result<Subject> read_subject(const Json& request) {
  if (request.contains("app")) {
    auto opened = mapper::open_application(request.at("app").get<std::string>());
    if (!opened) {
      return forward(opened);
    }
    return Subject{opened->program, opened->kernels, *std::move(opened)};
  }
  const Json& asked = request.at("program");
  auto program = mapper::read_program(asked.at("text").get<std::string>(), asked.at("file").get<std::string>(),
                                      asked.at("sizes").get<mapper::ProgramSizes>());
  if (!program) {
    return forward(program);
  }
  const Json& library = request.at("kernels");
  auto kernels = library.is_null() ? Result<mapper::KernelTable>(mapper::KernelTable())
                                   : mapper::open_kernels(*program, library.get<std::string>());
  if (!kernels) {
    return forward(kernels);
  }
  if (const auto read = mapper::add_device_kernels(*program, asked.at("folder").get<std::string>(), *kernels); !read) {
    return forward(read);
  }
  return Subject{*std::move(program), *std::move(kernels), std::nullopt};
}

Result<Asked> read_request(const Json& request, const RankPlace& place) {
  auto subject = read_subject(request);
  if (!subject) {
    return forward(subject);
  }
  auto graph = mapper::expand(subject->program);
  if (!graph) {
    return forward(graph);
  }
  auto plan = mapper::plan_from_json(subject->program, *graph, request.at("plan").get<std::string>());
  if (!plan) {
    return forward(plan);
  }
  const auto workers = workers_for(subject->program, *graph, *plan, place);
  if (!workers) {
    return forward(workers);
  }
  return Asked{*std::move(subject), *std::move(graph), *std::move(plan), *workers};
}

Result<mapper::RegionData> initial_data(const Subject& subject) {
  auto data = mapper::RegionData::make(subject.program);
  if (data && subject.application) {
    subject.application->initialise(*data);
  }
  return data;
}

Result<std::optional<ExpectedData>> expected_of(const Subject& subject, const mapper::TaskGraph& graph, Engine& engine,
                                                const Runtime& runtime) {
  auto values = initial_data(subject);
  if (!values) {
    return forward(values);
  }
  ExpectedData expected{*std::move(values), {}, "sequential", 0};
  if (subject.application) {
    expected.against = "reference";
    subject.application->reference(expected.values);
    expected.regions = subject.application->results;
    expected.tolerance = subject.application->tolerance;
    return expected;
  }
  if (all_have(subject, [](const mapper::TaskKernel& kernel) { return kernel.host != nullptr; })) {
    if (const auto ran = mapper::run_sequentially(subject.program, graph, subject.kernels, expected.values); !ran) {
      return forward(ran);
    }
  } else if (!runtime.devices().empty() &&
             all_have(subject, [](const mapper::TaskKernel& kernel) { return kernel.device.has_value(); })) {
    expected.against = "device";
    const auto ran = engine.run(plan_for_device(subject.program, graph, runtime.rank()), expected.values);
    if (!ran) {
      return forward(ran);
    }
  } else {
    return std::nullopt;
  }
  for (const mapper::Region& region : subject.program.regions) {
    expected.regions.push_back(region.name);
  }
  return expected;
}

Json check_against(const Subject& subject, const ExpectedData& expected, const mapper::RegionData& got) {
  const mapper::Agreement agreement = mapper::agreement_of(subject.program, expected.regions, got, expected.values);
  return Json{{"against", expected.against},
              {"deviation", agreement.deviation},
              {"tolerance", expected.tolerance},
              {"field", agreement.field.empty() ? Json() : Json(agreement.field)},
              {"agrees", agreement.deviation <= expected.tolerance}};
}

Result<Json> check_of(const Subject& subject, const mapper::TaskGraph& graph, const mapper::RegionData& got,
                      Engine& engine, const Runtime& runtime) {
  const auto expected = expected_of(subject, graph, engine, runtime);
  if (!expected) {
    return forward(expected);
  }
  return *expected ? check_against(subject, **expected, got) : Json();
}

} // namespace mapwright::starpu_engine
