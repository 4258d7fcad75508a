// The comment for the host edited as text: what is asked for changes, everything else stays.
#include "kernel/rewrite/comment_edit.hpp"

#include <gtest/gtest.h>

namespace mapwright::kernel::rewrite {
namespace {

TEST(CommentEdit, MakesACommentWhereThereIsNone) {
  EXPECT_EQ(with_tunable("void f();\n", "N", {1, 2}, 2), "/*mapwright\n"
                                                         "[tunables]\n"
                                                         "N = {values = [1, 2], default = 2}\n"
                                                         "*/\n"
                                                         "void f();\n");
  EXPECT_EQ(with_key("void f();\n", "compiler", "\"clang++\""), "/*mapwright\n"
                                                                "compiler = \"clang++\"\n"
                                                                "*/\n"
                                                                "void f();\n");
}

TEST(CommentEdit, PutsATunableBehindThoseThereAre) {
  EXPECT_EQ(
      with_tunable("/*mapwright\n[tunables] # ours\nA = [1]\n[[launch]]\nkernel = \"f\"\n*/\n", "B", {4}, 4),
      "/*mapwright\n[tunables] # ours\nA = [1]\nB = {values = [4], default = 4}\n[[launch]]\nkernel = \"f\"\n*/\n");
  EXPECT_EQ(with_tunable("/*mapwright\n[tunables]\nA = [1]\n*/\n", "B", {4}, 4),
            "/*mapwright\n[tunables]\nA = [1]\nB = {values = [4], default = 4}\n*/\n");
}

TEST(CommentEdit, PutsTunablesBeforeTheLaunches) {
  EXPECT_EQ(with_tunable("/*mapwright\n[[launch]]\nkernel = \"f\"\n*/\n", "B", {4}, 4),
            "/*mapwright\n[tunables]\nB = {values = [4], default = 4}\n[[launch]]\nkernel = \"f\"\n*/\n");
}

TEST(CommentEdit, ChangesDefaults) {
  const std::string source =
      "/*mapwright\n[tunables]\nA = [1, 2]\nAB = {values = [4, 8], default = 8} # tile\n*/\nA;\n";
  EXPECT_EQ(with_defaults(source, {{"A", 2}, {"AB", 4}, {"C", 1}}),
            "/*mapwright\n[tunables]\nA = {values = [1, 2], default = 2}\n"
            "AB = {values = [4, 8], default = 4}\n*/\nA;\n");
  EXPECT_EQ(with_defaults(source, {}), source);
  EXPECT_EQ(with_defaults("int A;\n", {{"A", 2}}), "int A;\n");
}

TEST(CommentEdit, AddsConstraints) {
  const std::string once = with_constraint("/*mapwright\n[tunables]\nA = [1]\n*/\n", "A <= 4");
  EXPECT_EQ(once, "/*mapwright\nconstraints = [\"A <= 4\"]\n[tunables]\nA = [1]\n*/\n");
  EXPECT_EQ(with_constraint(once, "A >= 1"),
            "/*mapwright\nconstraints = [\"A <= 4\", \"A >= 1\"]\n[tunables]\nA = [1]\n*/\n");
}

TEST(CommentEdit, ReplacesAKey) {
  EXPECT_EQ(with_key("/*mapwright\nflags = [\"-O2\",\n  \"-Ofast\"]\n[tunables]\nflags2 = [1]\n*/\n", "flags", "[]"),
            "/*mapwright\nflags = []\n[tunables]\nflags2 = [1]\n*/\n");
}

TEST(CommentEdit, ChangesTheLaunchOfANumber) {
  const std::string source = "/*mapwright\n[[launch]]\nkernel = \"f\"\ngroups = [\"n\"]\n[[launch]]\nkernel = \"g\"\n"
                             "groups = [\"m\",\n  1] # wide\n*/\n";
  EXPECT_EQ(
      with_launch_key(source, 1, "groups", "[2]"),
      "/*mapwright\n[[launch]]\nkernel = \"f\"\ngroups = [\"n\"]\n[[launch]]\nkernel = \"g\"\ngroups = [2]\n*/\n");
  EXPECT_EQ(with_launch_key(source, 0, "group", "[64]"),
            "/*mapwright\n[[launch]]\ngroup = [64]\nkernel = \"f\"\ngroups = [\"n\"]\n[[launch]]\nkernel = \"g\"\n"
            "groups = [\"m\",\n  1] # wide\n*/\n");
  EXPECT_EQ(with_launch_key(source, 2, "group", "[64]"), source);
}

TEST(CommentEdit, FindsNamesThatOccurNowhere) {
  EXPECT_EQ(fresh_name("int TILE2 = 3;", "TILE"), "TILE");
  EXPECT_EQ(fresh_name("int x = TILE + TILE2;", "TILE"), "TILE3");
}

} // namespace
} // namespace mapwright::kernel::rewrite
