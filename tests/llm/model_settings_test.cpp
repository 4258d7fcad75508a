// [[model]] sections, --model flags and the environment.
#include "llm/model_choice.hpp"
#include "llm/model_settings.hpp"

#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mapwright::llm {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::vector<ModelSettings> read(const std::string& text, const ModelSettings& defaults = {}) {
  auto settings = Settings::parse(text, "x.toml");
  EXPECT_TRUE(settings) << settings.error().format();
  auto models = read_models(settings->root(), defaults);
  EXPECT_TRUE(settings->check()) << settings->check().error().format();
  return models;
}

std::string mistake(const std::string& text) {
  auto settings = Settings::parse(text, "x.toml");
  EXPECT_TRUE(settings) << settings.error().format();
  static_cast<void>(read_models(settings->root()));
  const auto checked = settings->check();
  return checked ? "none" : checked.error().format();
}

Environment environment(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const std::string& name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

TEST(ModelSettings, EveryKey) {
  const auto models = read(R"(
[[model]]
name = "big"
provider = "openai"
model = "qwen3:8b"
base_url = "http://localhost:11434/v1"
key_variable = "MY_KEY"
key_header = "api-key"
headers = {X-Title = "mapwright"}
extra_body = '{"top_k": 20}'
stream = false
max_retries = 5
connect_timeout = 2.5
idle_timeout = 60
timeout = 900
max_reply_bytes = 1000
temperature = 0.7
record_to = "log.jsonl"
fixture = true
max_output_tokens = 4096
concurrency = 2
weight = 0.5
meter = "nvml"
active_parameters = 8e9
joules_per_flop = 2e-12
prefill_utilisation = 0.3
generation_utilisation = 0.05
site_overhead = 1
joules_per_input_token = 0.1
joules_per_output_token = 0.5
price_input = 1
price_cached_input = 0.1
price_output = 2
)");
  ASSERT_EQ(models.size(), 1U);
  const ModelSettings& model = models[0];
  const ProviderSettings& provider = model.provider;
  EXPECT_EQ(model.name, "big");
  EXPECT_EQ(provider.kind, "openai");
  EXPECT_EQ(provider.model, "qwen3:8b");
  EXPECT_EQ(provider.base_url, "http://localhost:11434/v1");
  EXPECT_EQ(provider.key_variable, "MY_KEY");
  EXPECT_EQ(provider.key_header, "api-key");
  EXPECT_EQ(provider.headers.at("X-Title"), "mapwright");
  EXPECT_EQ(provider.extra_body, (nlohmann::json{{"top_k", 20}}));
  EXPECT_FALSE(provider.stream);
  EXPECT_EQ(provider.max_retries, 5U);
  EXPECT_EQ(provider.connect_timeout, Seconds(2.5));
  EXPECT_EQ(provider.idle_timeout, Seconds(60));
  EXPECT_EQ(provider.timeout, Seconds(900));
  EXPECT_EQ(provider.max_reply_bytes, 1000U);
  EXPECT_EQ(provider.temperature, 0.7);
  EXPECT_EQ(provider.record_to, "log.jsonl");
  EXPECT_TRUE(provider.fixture);
  EXPECT_EQ(model.max_output_tokens, 4096U);
  EXPECT_EQ(model.concurrency, 2U);
  EXPECT_EQ(model.weight, 0.5);
  EXPECT_EQ(model.meter, Meter::nvml);
  EXPECT_EQ(model.energy.active_parameters, 8e9);
  EXPECT_EQ(model.energy.joules_per_flop, 2e-12);
  EXPECT_EQ(model.energy.prefill_utilisation, 0.3);
  EXPECT_EQ(model.energy.generation_utilisation, 0.05);
  EXPECT_EQ(model.energy.site_overhead, 1);
  EXPECT_EQ(model.energy.joules_per_input_token, 0.1);
  EXPECT_EQ(model.energy.joules_per_output_token, 0.5);
  EXPECT_EQ(model.price_in(PriceTable::built_in())->output, 2);
}

TEST(ModelSettings, CommandsFilesAndRecordings) {
  const auto models = read("[[model]]\nprovider = \"command\"\ncommand = [\"ask\", \"-x\"]\npass = [\"HOME_KEY\"]\n"
                           "[[model]]\nname = \"line\"\nprovider = \"command\"\ncommand = \"ask -x\"\n"
                           "[[model]]\nprovider = \"files\"\ndirectory = \"mail\"\n"
                           "[[model]]\nprovider = \"replay\"\nrecording = \"log.jsonl\"\n");
  ASSERT_EQ(models.size(), 4U);
  EXPECT_EQ(models[0].name, "command");
  EXPECT_THAT(models[0].provider.command, ElementsAre("ask", "-x"));
  EXPECT_THAT(models[0].provider.pass, ElementsAre("HOME_KEY"));
  EXPECT_EQ(models[1].provider.command_line, "ask -x");
  EXPECT_EQ(models[2].provider.directory, "mail");
  EXPECT_EQ(models[3].provider.recording, "log.jsonl");
}

TEST(ModelSettings, MistakesAtTheirPlace) {
  EXPECT_EQ(mistake("[[model]]\nprovider = \"opneai\"\n"),
            "x.toml:2:12: error: there is no provider 'opneai'\n  provider = \"opneai\"\n             ^\nhint: did you "
            "mean 'openai'?");
  EXPECT_THAT(mistake("[[model]]\nmodle = \"a\"\n"), HasSubstr("unknown key of [model] 'modle'"));
  EXPECT_THAT(mistake("[[model]]\nmodel = \"a\"\n[[model]]\nmodel = \"a\"\n"),
              HasSubstr("there are two models named 'a'"));
  EXPECT_THAT(mistake("[[model]]\nprice_input = 1\n"), HasSubstr("needs both price_input and price_output"));
  EXPECT_THAT(mistake("[[model]]\nconcurrency = 0\n"), HasSubstr("from 1 to 1024"));
  EXPECT_THAT(mistake("[[model]]\nmeter = \"amp\"\n"), HasSubstr("there is no meter 'amp'"));
  EXPECT_THAT(mistake("[[model]]\nextra_body = \"top_k\"\n"), HasSubstr("must be a JSON object"));
  EXPECT_THAT(mistake("[[model]]\ngeneration_utilisation = 0\n"), HasSubstr("must be a number of at least 1e-06"));
}

TEST(ModelSettings, KeysAreRefusedAndNotRepeated) {
  for (const char* line : {"key_variable = \"sk-abcdefgh12345678\"", "api_key = \"sk-abcdefgh12345678\"",
                           "apiKey = \"sk-abcdefgh12345678\"", "key_variable = \"abcdefgh1234567812345678\"",
                           "headers = {Authorization = \"Bearer sk-abcdefgh12345678\"}",
                           "headers = {X-Other = \"sk-abcdefgh12345678\"}", "key_variable = \"abcdefgh12345678 \""}) {
    const std::string told = mistake(std::string("[[model]]\n") + line + "\n");
    EXPECT_THAT(told, Not(HasSubstr("abcdefgh"))) << line;
    EXPECT_THAT(told, HasSubstr("x.toml:2:")) << line;
  }
  EXPECT_THAT(mistake("[[model]]\nkey_variable = \"sk-a\"\n"), HasSubstr("this looks like a key itself"));
  EXPECT_EQ(mistake("[[model]]\nkey_variable = \"A_LONG_NAME_OF_A_VARIABLE_2\"\n"), "none");
}

TEST(ModelFlag, Forms) {
  const auto flag = [](std::string_view text) {
    const auto model = parse_model_flag(text);
    if (!model) {
      return model.error().message;
    }
    const ProviderSettings& p = model->provider;
    return p.kind + "|" + p.model + "|" + p.base_url + "|" + p.command_line + p.directory + p.recording;
  };
  EXPECT_EQ(flag("openai:gpt-4o"), "openai|gpt-4o||");
  EXPECT_EQ(flag("openai:qwen3:8b@http://localhost:11434/v1"), "openai|qwen3:8b|http://localhost:11434/v1|");
  EXPECT_EQ(flag("anthropic:claude@2024@https://h/v1"), "anthropic|claude@2024|https://h/v1|");
  EXPECT_EQ(flag("command:./ask.sh --to a@http://b"), "command||"
                                                      "|./ask.sh --to a@http://b");
  EXPECT_EQ(flag("files:mail"), "files|||mail");
  EXPECT_EQ(flag("replay:log.jsonl"), "replay|||log.jsonl");
  EXPECT_EQ(flag("gpt-4o"), "--model gpt-4o: there is no such model");
  EXPECT_EQ(flag("openai:"), "--model openai:: there is no such model");
  EXPECT_EQ(flag("openai:@http://h"), "--model openai:@http://h: the model's name is missing");
  EXPECT_EQ(flag("sk-abcdefgh"), "--model: this looks like a key, not like a model");
}

/// "name=provider:model@base_url" of each.
std::vector<std::string> chosen(const std::vector<std::string>& flags, const std::string& file,
                                const std::map<std::string, std::string>& variables) {
  const auto defaults = model_defaults(environment(variables));
  EXPECT_TRUE(defaults);
  const auto models = choose_models(flags, read(file, *defaults), *defaults);
  if (!models) {
    return {models.error().message};
  }
  std::vector<std::string> out;
  for (const ModelSettings& model : *models) {
    out.push_back(model.name + "=" + model.provider.kind + ":" + model.provider.model + "@" + model.provider.base_url);
  }
  return out;
}

TEST(ModelChoice, FlagsBeforeTheFileBeforeTheEnvironment) {
  const std::map<std::string, std::string> variables = {{"MAPWRIGHT_MODEL", "env"}, {"MAPWRIGHT_BASE_URL", "http://e"}};
  const std::string file = "[[model]]\nname = \"a\"\nmodel = \"m\"\n[[model]]\nname = \"b\"\nprovider = \"anthropic\"\n"
                           "model = \"n\"\n[[model]]\nname = \"c\"\nbase_url = \"http://f\"\n";
  EXPECT_THAT(chosen({}, "", {}), ElementsAre());
  EXPECT_THAT(chosen({}, "", variables), ElementsAre("env=openai:env@http://e"));
  EXPECT_THAT(chosen({}, file, variables),
              ElementsAre("a=openai:m@http://e", "b=anthropic:n@", "c=openai:env@http://f"));
  EXPECT_THAT(chosen({"b"}, file, variables), ElementsAre("b=anthropic:n@"));
  EXPECT_THAT(chosen({"anthropic:n@http://g"}, file, variables), ElementsAre("b=anthropic:n@http://g"));
  EXPECT_THAT(chosen({"openai:x", "anthropic:y"}, file, variables),
              ElementsAre("x=openai:x@http://e", "y=anthropic:y@"));
  EXPECT_THAT(chosen({"d"}, file, variables), ElementsAre("--model d: there is no such model"));
  EXPECT_THAT(chosen({"b", "b"}, file, variables), ElementsAre("--model b: there are two models named 'b'"));
}

TEST(ModelChoice, TheEnvironmentMayNameAnyProvider) {
  const auto command = model_defaults(environment({{"MAPWRIGHT_PROVIDER", "command"}, {"MAPWRIGHT_MODEL", "ask -x"}}));
  ASSERT_TRUE(command);
  EXPECT_EQ(command->provider.command_line, "ask -x");
  EXPECT_EQ(model_defaults(environment({{"MAPWRIGHT_PROVIDER", "opnai"}})).error().hint, "did you mean 'openai'?");
}

TEST(ModelChoice, CommandsDoNotSeeTheKeysOfOthers) {
  const auto models = choose_models({},
                                    read("[[model]]\nmodel = \"m\"\nkey_variable = \"A_KEY\"\n[[model]]\n"
                                         "provider = \"command\"\ncommand = \"ask\"\nkey_variable = \"B_KEY\"\n"),
                                    {});
  ASSERT_TRUE(models);
  EXPECT_THAT((*models)[0].provider.withhold, ElementsAre());
  EXPECT_THAT((*models)[1].provider.withhold, ElementsAre("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "A_KEY", "B_KEY"));
  EXPECT_THAT((*models)[1].provider.pass, ElementsAre("B_KEY"));
}

} // namespace
} // namespace mapwright::llm
