// mapwright mapper write WORDS --app A --machine M --model MODEL
#include "cli/command.hpp"
#include "cli/interrupt.hpp"
#include "cli/mapper_problem.hpp"
#include "cli/mapper_subject.hpp"
#include "cli/options.hpp"
#include "cli/study_models.hpp"
#include "llm/prompts.hpp"
#include "llm/template.hpp"
#include "mapper/agent/agent.hpp"
#include "mapper/agent/revise.hpp"
#include "report/json.hpp"
#include "report/text_table.hpp"

#include <ostream>

#include <fmt/format.h>

namespace mapwright::cli {

namespace {

struct WriteOptions {
  std::string words;
  SubjectOptions subject{};
  std::vector<std::string> models;
  std::string model_file;
  unsigned repairs = 5;
  std::string output;
  bool json = false;
};

/// The first model that was named.
Result<loop::Model> writing_model(const WriteOptions& options, Terminal& terminal) {
  auto models = read_study_models(options.models, options.model_file, terminal);
  if (!models) {
    return forward(models);
  }
  if (models->models.empty()) {
    return fail(ErrorKind::machine, "words become a mapper by a language model, and none was named",
                "add --model, e.g. --model openai:qwen3:8b@http://localhost:11434/v1, or set MAPWRIGHT_MODEL "
                "(docs/models.md); `mapper search` needs none");
  }
  return models->models.front().model;
}

mapper::MapperQuestion question_in_words(const WriteOptions& options, const mapper::SearchScene& scene,
                                         const loop::Model& model) {
  mapper::MapperQuestion question;
  question.request.messages = mapper::first_messages(scene);
  question.request.messages.push_back(
      {llm::Role::user, llm::fill(prompts::mapper_write, {{"strategy", options.words}})});
  question.request.schema = mapper::statements_schema();
  question.request.schema_name = "statements";
  question.request.max_output_tokens = model.max_output_tokens;
  question.assemble = [](const std::string& statements) { return statements; };
  question.repairs = options.repairs;
  question.without_doubts = true;
  return question;
}

Result<int> print_written(const mapper::WrittenMapper& written, const mapper::SearchScene& scene,
                          const WriteOptions& options, const std::string& model, const std::string& usual,
                          Terminal& terminal) {
  if (!options.output.empty()) {
    if (auto wrote = write_file(options.output, written.text); !wrote) {
      return forward(wrote);
    }
  }
  const mapper::TimedMapper timed = mapper::time_mapper(written.text, scene);
  const mapper::TimedMapper standard = mapper::time_mapper(usual, scene);
  if (options.json) {
    const auto seconds = [](const mapper::TimedMapper& each) {
      return each.makespan ? report::Json(*each.makespan) : report::Json();
    };
    const report::Json document{{"schema_version", 1},
                                {"mapper", written.text},
                                {"reason", written.reason},
                                {"model", model},
                                {"repairs", written.repairs},
                                {"makespan_seconds", seconds(timed)},
                                {"default_seconds", seconds(standard)},
                                {"written", options.output.empty() ? report::Json() : report::Json(options.output)},
                                {"fixture", written.fixture}};
    const auto out = write_out(terminal, report::document_text(document));
    return out ? Result<int>(0) : forward(out);
  }
  terminal.err << fmt::format("written by {} with {} repair question{}{}\n", model, written.repairs,
                              written.repairs == 1 ? "" : "s",
                              written.fixture ? "; its replies were written for a test" : "");
  terminal.err << (timed.makespan ? fmt::format("makespan {}", report::duration_text(*timed.makespan))
                                  : "it stops: " + timed.failure);
  if (timed.makespan && standard.makespan) {
    terminal.err << fmt::format(", {:.3f}x the default", *standard.makespan / *timed.makespan);
  }
  terminal.err << std::endl;
  const auto out = write_out(terminal, options.output.empty() ? written.text : "");
  return out ? Result<int>(0) : forward(out);
}

Result<int> write_mapper(const WriteOptions& options, Terminal& terminal) {
  auto subject = open_subject(options.subject);
  if (!subject) {
    return forward(subject);
  }
  const auto model = writing_model(options, terminal);
  if (!model) {
    return forward(model);
  }
  const mapper::SearchScene scene{subject->program, subject->graph, subject->machine};
  const Interrupt interrupt;
  const auto written =
      mapper::ask_for_mapper(*model->provider, question_in_words(options, scene, *model), scene, interrupt.token());
  if (!written) {
    const loop::Setback& setback = written.error();
    return setback.unavailable
               ? Result<int>(tl::unexpected<Error>(*setback.unavailable))
               : fail(ErrorKind::answer_no, setback.why, "say it in other words, or allow more --repairs");
  }
  const std::string* usual = subject->application ? subject->application->mapper("default") : nullptr;
  return print_written(*written, scene, options, model->name, usual == nullptr ? std::string() : *usual, terminal);
}

} // namespace

void add_mapper_write(CLI::App& mapper, Commands& commands) {
  CLI::App& app = commands.add(
      mapper, "write", "a strategy in words becomes a checked mapper, by a language model",
      "  mapwright mapper write 'all tasks on GPUs, shared nodes in pinned memory' --app circuit --machine p100x4 \\\n"
      "    --model openai:qwen3:8b@http://localhost:11434/v1 --out mine.mapper\n"
      "Exit code 0: a mapper that runs; 1: the model wrote none; 3: no model.");
  auto options = std::make_shared<WriteOptions>();
  app.add_option("WORDS", options->words, "what the mapper is to do")->required()->type_name("");
  declare(app, options->subject);
  add_repeated(app, "--model", options->models, "the model to ask: PROVIDER:NAME[@BASE_URL]")->type_name("MODEL");
  app.add_option("--models", options->model_file, "a file of [[model]] sections")->type_name("FILE");
  app.add_option("--repairs", options->repairs, "questions that show the model its errors")
      ->type_name("COUNT")
      ->capture_default_str();
  app.add_option("--out", options->output, "where the mapper is written instead of standard output")->type_name("FILE");
  declare_json(app, options->json);
  commands.set_action(app, [options](Terminal& terminal) { return write_mapper(*options, terminal); });
}

} // namespace mapwright::cli
