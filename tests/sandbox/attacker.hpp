// A program that misbehaves in the way its first argument names; the tests compile it and run it in the sandbox.
#pragma once

namespace mapwright::sandbox::testing {

inline constexpr const char* attacker_source = R"cpp(
#include <arpa/inet.h>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>
#include <string>
#include <sched.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <fcntl.h>
extern char** environ;

static int open_for(const char* path, int flags) {
  const int fd = open(path, flags, 0644);
  std::printf("%s: %s\n", path, fd >= 0 ? "OPEN" : std::strerror(errno));
  return fd >= 0 ? 1 : 0;
}

int main(int argc, char** argv) {
  const std::string mode = argc > 1 ? argv[1] : "";
  if (mode == "exit") return std::atoi(argv[2]);
  if (mode == "echo") { for (int c; (c = std::getchar()) != EOF;) std::putchar(c); std::fputs("to stderr", stderr); return 0; }
  if (mode == "crash") { raise(SIGSEGV); return 0; }
  if (mode == "abort") std::abort();
  if (mode == "sleep") { for (;;) pause(); }
  if (mode == "spin") { for (volatile unsigned long i = 0;; i = i + 1) {} }
  if (mode == "spin-on") { signal(SIGXCPU, SIG_IGN); for (volatile unsigned long i = 0;; i = i + 1) {} }
  if (mode == "fork-bomb") {
    int children = 0;
    for (pid_t child = 1; children < 1000 && child > 0;) {
      child = fork();
      if (child == 0) for (;;) pause();
      children += child > 0;
    }
    std::printf("%d", children);
    return 0;
  }
  if (mode == "endless-fork-bomb") { for (;;) { if (fork() < 0) usleep(1000); } }
  if (mode == "big-new") { std::memset(::operator new(100UL << 30), 1, 1); return 0; }
  if (mode == "big-malloc") { return std::malloc(100UL << 30) == nullptr ? 5 : 0; }
  if (mode == "flood") { static char block[65536]; for (;;) if (write(1, block, sizeof block) < 0) return 1; }
  if (mode == "big-file") {
    static char block[65536];
    const int fd = open("big", O_CREAT | O_WRONLY, 0644);
    for (;;) if (write(fd, block, sizeof block) < 0) return 1;
  }
  if (mode == "connect") {
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(static_cast<unsigned short>(std::atoi(argv[2])));
    inet_pton(AF_INET, "127.0.0.1", &to.sin_addr);
    const int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s >= 0 && connect(s, reinterpret_cast<sockaddr*>(&to), sizeof to) == 0) { std::puts("CONNECTED"); return 0; }
    std::puts(std::strerror(errno));
    return 9;
  }
  if (mode == "write") { int opened = 0; for (int i = 2; i < argc; ++i) opened += open_for(argv[i], O_CREAT | O_WRONLY); return opened; }
  if (mode == "read") { int opened = 0; for (int i = 2; i < argc; ++i) opened += open_for(argv[i], O_RDONLY); return opened; }
  if (mode == "environment") { for (char** e = environ; *e != nullptr; ++e) std::puts(*e); return 0; }
  if (mode == "descriptors") {
    for (int fd = 3; fd < 1024; ++fd) if (fcntl(fd, F_GETFD) >= 0) std::printf("%d ", fd);
    return 0;
  }
  if (mode == "ptrace") { ptrace(PTRACE_TRACEME, 0, nullptr, nullptr); return 0; }
  if (mode == "new-user-namespace") return unshare(CLONE_NEWUSER) == 0 ? 1 : 0;
  if (mode == "orphan") { // leaves a process that keeps the output and touches a file for ever
    if (fork() == 0) {
      setsid();
      if (fork() != 0) _exit(0);
      const int fd = open("alive", O_CREAT | O_WRONLY, 0644);
      for (;;) { if (write(fd, "x", 1) < 0) {} usleep(1000); }
    }
    usleep(100000);
    return 0;
  }
  if (mode == "who") { std::printf("%u", static_cast<unsigned>(getuid())); return 0; }
  return 77;
}
)cpp";

} // namespace mapwright::sandbox::testing
