// Packets and payloads: what is sent arrives, and garbage is told from it.
#include "kernel/worker/messages.hpp"
#include "kernel/worker/protocol.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

namespace mapwright::kernel::worker {
namespace {

class PacketTest : public ::testing::Test {
protected:
  void SetUp() override {
    int ends[2];
    ASSERT_EQ(socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends), 0);
    judge = sandbox::FileDescriptor(ends[0]);
    worker = sandbox::FileDescriptor(ends[1]);
  }
  sandbox::FileDescriptor judge;
  sandbox::FileDescriptor worker;
};

TEST_F(PacketTest, Arrive) {
  ASSERT_TRUE(send(judge.get(), {Kind::put, 7, std::string(most_payload, 'x')}));
  ASSERT_TRUE(send(judge.get(), {Kind::go, 8}));
  Packet packet;
  ASSERT_EQ(receive(worker.get(), packet, true), Heard::packet);
  EXPECT_EQ(packet.kind, Kind::put);
  EXPECT_EQ(packet.number, 7U);
  EXPECT_EQ(packet.payload, std::string(most_payload, 'x'));
  ASSERT_EQ(receive(worker.get(), packet, true), Heard::packet);
  EXPECT_EQ(packet.kind, Kind::go);
  EXPECT_TRUE(packet.payload.empty());
  judge.reset();
  EXPECT_EQ(receive(worker.get(), packet, true), Heard::silence);
  EXPECT_FALSE(send(worker.get(), {Kind::done, 8}));
}

TEST_F(PacketTest, CarryDescriptorsToTheWorkerOnly) {
  for (const bool accepted : {true, false}) {
    Packet sent{Kind::load, 1};
    sent.descriptors.emplace_back(dup(0));
    ASSERT_TRUE(send(judge.get(), sent));
    Packet packet;
    ASSERT_EQ(receive(worker.get(), packet, accepted), Heard::packet);
    EXPECT_EQ(packet.descriptors.size(), accepted ? 1U : 0U);
  }
}

TEST_F(PacketTest, GarbageIsNoise) {
  Packet packet;
  for (const std::string& bytes :
       {std::string("short"), std::string(16, '\xff'), std::string(most_payload + 100, 'a')}) {
    ASSERT_EQ(::send(judge.get(), bytes.data(), bytes.size(), 0), std::ssize(bytes));
    EXPECT_EQ(receive(worker.get(), packet, false), Heard::noise);
  }
  EXPECT_THROW(send(judge.get(), {Kind::put, 1, std::string(most_payload + 1, 'x')}), std::logic_error);
}

TEST_F(PacketTest, ASilentPeerDoesNotBlockTheSender) {
  const Packet packet{Kind::put, 1, std::string(most_payload, 'x')};
  int sent = 0;
  while (sent < 1000 && send(judge.get(), packet)) {
    ++sent;
  }
  EXPECT_LT(sent, 1000);
}

CallLayout layout() {
  CallLayout layout{.read_only_bytes = 8192, .writable_bytes = 4096, .sizes = {3, -1}};
  layout.arguments = {{true, 8320, 12, 4096, 2048}, {false, 0, 1, 0, 0}};
  layout.scratch = {64};
  layout.caches = DeviceCaches::touch;
  layout.launches = {{.kernel = "finish",
                      .groups = {1, 2, 3},
                      .group = {4, 5, 6},
                      .arguments = {BufferIndex{2}, GroupBytes{256}, ScalarBits{Element::f32, 0x3f800000}}}};
  return layout;
}

TEST(Messages, LayoutsArrive) {
  const auto got = decode_layout(encode(layout()));
  ASSERT_TRUE(got);
  EXPECT_EQ(got->read_only_bytes, 8192U);
  EXPECT_EQ(got->writable_bytes, 4096U);
  EXPECT_EQ(got->sizes, (std::vector<std::int64_t>{3, -1}));
  ASSERT_EQ(got->arguments.size(), 2U);
  EXPECT_TRUE(got->arguments[0].writable);
  EXPECT_EQ(got->arguments[0].head, 4096U);
  EXPECT_EQ(got->arguments[0].tail, 2048U);
  EXPECT_EQ(got->arguments[1].bytes, 1U);
  EXPECT_EQ(got->scratch, std::vector<std::uint64_t>{64});
  EXPECT_EQ(got->caches, DeviceCaches::touch);
  ASSERT_EQ(got->launches.size(), 1U);
  EXPECT_EQ(got->launches[0].kernel, "finish");
  EXPECT_EQ(got->launches[0].group[2], 6U);
  ASSERT_EQ(got->launches[0].arguments.size(), 3U);
  EXPECT_EQ(std::get<BufferIndex>(got->launches[0].arguments[0]).index, 2U);
  EXPECT_EQ(std::get<GroupBytes>(got->launches[0].arguments[1]).bytes, 256U);
  EXPECT_EQ(std::get<ScalarBits>(got->launches[0].arguments[2]).bits, 0x3f800000U);
  EXPECT_EQ(std::get<ScalarBits>(got->launches[0].arguments[2]).type, Element::f32);
}

TEST(Messages, OthersArrive) {
  EXPECT_EQ(decode_open_request(encode(OpenRequest{Backend::opencl, "gpu"}))->device, "gpu");
  EXPECT_EQ(decode_open_request(encode(OpenRequest{Backend::cpp, "", "clang++"}))->compiler, "clang++");
  EXPECT_TRUE(decode_open_reply(encode(OpenReply{true}))->on_processor);
  EXPECT_FALSE(decode_open_reply(encode(OpenReply{false}))->on_processor);
  EXPECT_EQ(decode_number(encode_number(std::uint64_t{1} << 63U)), std::uint64_t{1} << 63U);
  EXPECT_EQ(decode_load_request(encode(LoadRequest{{"-DA=1", ""}}))->options, (std::vector<std::string>{"-DA=1", ""}));
  EXPECT_FALSE(decode_load_request(encode(LoadRequest{}))->compiled);
  EXPECT_TRUE(decode_load_request(encode(LoadRequest{{}, true}))->compiled);
  EXPECT_FALSE(decode_number("short"));
  EXPECT_EQ(decode_load_reply(encode(LoadReply{LoadReply::State::ready, "words"}))->log, "words");
  EXPECT_EQ(decode_failure(encode(Failure{Failure::Blame::memory, "too much"}))->why, "too much");
  EXPECT_EQ(decode_go(encode_go(true)), true);
  EXPECT_EQ(decode_go(encode_go(false)), false);
  EXPECT_LT(encode(Failure{Failure::Blame::machine, std::string(1'000'000, 'x')}).size(), most_payload);
}

TEST(Messages, APartIsNoMessage) {
  const std::string whole = encode(layout());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    EXPECT_FALSE(decode_layout(whole.substr(0, length))) << length;
  }
  EXPECT_FALSE(decode_open_request(std::string(8, '\x7f') + std::string(8, '\0')));
}

RC_GTEST_PROP(Messages, GarbageNeverDoesHarm, (const std::string& bytes)) {
  decode_open_request(bytes);
  decode_open_reply(bytes);
  decode_number(bytes);
  decode_load_request(bytes);
  decode_load_reply(bytes);
  decode_layout(bytes);
  decode_failure(bytes);
  decode_go(bytes);
}

} // namespace
} // namespace mapwright::kernel::worker
