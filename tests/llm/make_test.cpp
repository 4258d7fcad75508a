// From settings to providers: every kind, and what each lacks in one sentence.
#include "llm/make.hpp"
#include "sandbox/scratch.hpp"
#include "server_support.hpp"

namespace mapwright::llm {
namespace {

using namespace testing;
using ::testing::HasSubstr;
using ::testing::Not;

Error error_of(const ProviderSettings& settings) {
  const auto made = make_provider(settings);
  EXPECT_FALSE(made);
  return made ? Error{} : made.error();
}

class MakeProvider : public ServerTest {
protected:
  void SetUp() override {
    ServerTest::SetUp();
    unsetenv("OPENAI_API_KEY");
    unsetenv("ANTHROPIC_API_KEY");
    settings_.model = "m";
  }
};

TEST_F(MakeProvider, KeysOfTheServicesAreNeeded) {
  for (const auto& [kind, host, variable] : {std::tuple("openai", "api.openai.com", "OPENAI_API_KEY"),
                                             std::tuple("anthropic", "api.anthropic.com", "ANTHROPIC_API_KEY")}) {
    settings_.kind = kind;
    const Error error = error_of(settings_);
    EXPECT_EQ(error.kind, ErrorKind::machine);
    EXPECT_EQ(error.message, std::string(host) + " wants a key, and environment variable " + variable + " is not set");
    EXPECT_THAT(error.hint, HasSubstr(variable));
    setenv(variable, "sk-12345678", 1);
    EXPECT_TRUE(make_provider(settings_));
    settings_.key_variable = "MAPWRIGHT_TEST_NO_SUCH_KEY";
    EXPECT_THAT(error_of(settings_).message, HasSubstr("MAPWRIGHT_TEST_NO_SUCH_KEY"));
    settings_.key_variable.clear();
    unsetenv(variable);
  }
}

TEST_F(MakeProvider, ServersOfThisMachineNeedNoKey) {
  for (const char* url :
       {"http://localhost:8080/v1", "http://127.0.0.1:1", "http://[::1]:11434/v1", "http://localhost"}) {
    settings_.base_url = url;
    EXPECT_TRUE(make_provider(settings_)) << url;
    settings_.key_variable = "MAPWRIGHT_TEST_NO_SUCH_KEY";
    EXPECT_TRUE(make_provider(settings_)) << url;
    settings_.key_variable.clear();
  }
  settings_.key_variable = "MAPWRIGHT_TEST_NO_SUCH_KEY";
  settings_.base_url = "http://localhost.evil.example";
  EXPECT_FALSE(make_provider(settings_));
}

TEST_F(MakeProvider, KeysGoOnlyWhereTheyAreAddressed) {
  setenv("OPENAI_API_KEY", "sk-12345678", 1);
  serve({reply(error_body("who are you?"), 401)});
  const Answer answer = (*make_provider(settings_))->ask(question(), {});
  ASSERT_FALSE(answer);
  EXPECT_FALSE(server_->requests().at(0)["headers"].contains("authorization"));
  EXPECT_THAT(answer.error().message, HasSubstr("wants a key and was given none"));
}

TEST_F(MakeProvider, UrlsThatAreNone) {
  for (const char* url : {"localhost:8080", "ftp://x", "http://", "https:///v1", "http://a b", "http://a\nb"}) {
    settings_.base_url = url;
    EXPECT_EQ(error_of(settings_).kind, ErrorKind::input) << url;
  }
  settings_.base_url = "https://me:hunter2hunter2@example.org";
  const Error error = error_of(settings_);
  EXPECT_EQ(error.kind, ErrorKind::input);
  EXPECT_THAT(error.format(), Not(HasSubstr("hunter2")));
}

TEST_F(MakeProvider, HeadersThatAreNone) {
  settings_.base_url = "http://localhost";
  for (const auto& [name, value] : {std::pair("", "x"), std::pair("a b", "x"), std::pair("a:", "x"),
                                    std::pair("a", "x\r\nb: y"), std::pair("a\n", "x")}) {
    settings_.headers = {{name, value}};
    EXPECT_EQ(error_of(settings_).kind, ErrorKind::input) << name;
  }
}

TEST_F(MakeProvider, WhatEachKindLacks) {
  settings_ = {};
  EXPECT_THAT(error_of(settings_).message, HasSubstr("needs the name of a model"));
  settings_.model = "m";
  settings_.extra_body = 3;
  EXPECT_THAT(error_of(settings_).message, HasSubstr("needs an object as extra_body"));
  settings_.kind = "command";
  EXPECT_THAT(error_of(settings_).message, HasSubstr("command is empty"));
  settings_.kind = "files";
  EXPECT_THAT(error_of(settings_).message, HasSubstr("needs a directory"));
  settings_.kind = "replay";
  EXPECT_THAT(error_of(settings_).message, HasSubstr("needs a recording"));
  settings_.kind = "opennai";
  EXPECT_THAT(error_of(settings_).message, HasSubstr("no kind of model \"opennai\""));
  EXPECT_EQ(error_of(settings_).hint, "did you mean 'openai'?");
}

TEST_F(MakeProvider, WhatIsRecordedIsReplayed) {
  const auto scratch = sandbox::ScratchDirectory::create().value();
  serve(reply(completion({{"content", "From the server."}})));
  settings_.record_to = scratch.path() / "chat.jsonl";
  settings_.fixture = true;
  const Answer first = (*make_provider(settings_))->ask(question(), {});
  ASSERT_TRUE(first) << shown(first);
  ProviderSettings again;
  again.kind = "replay";
  again.recording = settings_.record_to;
  const Answer second = (*make_provider(again))->ask(question(), {});
  ASSERT_TRUE(second) << shown(second);
  EXPECT_EQ(second->text, "From the server.");
  EXPECT_EQ(second->usage, first->usage);
  EXPECT_TRUE(second->fixture);
}

} // namespace
} // namespace mapwright::llm
