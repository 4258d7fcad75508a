#!/usr/bin/env python3
"""An HTTP server on 127.0.0.1 that answers as a script says.

usage: scripted_server.py DIRECTORY

Prints its port and serves until it is killed. DIRECTORY/script.json is {"run": N, "replies": [...]}; it may be replaced
by a script of another number at any time. Every request becomes one line of DIRECTORY/N.jsonl: {"method", "target",
"headers" (names in lower case), "body"}. It takes the first reply not yet taken among those whose "path" ends its own
path (no "path": any); the last of them is given again and again. A reply with "unless" is given, every time, to the
requests whose body lacks that text. A reply:

  status    200
  headers   {"name": "value"}, "Content-Type: application/json" unless it is there
  body      text; {{key}} stands for the key of the request, {{key_percent}} and {{key_json}} for it in escapes
  repeat    the body so many times over
  split     bytes per piece: each is one chunk and one packet
  drip      seconds between pieces
  framing   "length", "chunked" or "close" (the end of the connection ends the body)
  end       after the body: "normal", "reset" (the connection is torn) or "hang" (nothing more, never)
  short     bytes of the body that are left out, though announced
  drop      true: the connection ends without a reply
  before    seconds before the reply; -1: none ever
  barrier   the reply waits until so many requests wait, 20 seconds at most
"""
import json
import socket
import struct
import sys
import threading

lock = threading.Lock()


class Script:
    """The replies of one script, and what was asked meanwhile."""

    def __init__(self, directory):
        with open(directory + "/script.json", encoding="utf-8") as file:
            content = json.load(file)
        self.run = content["run"]
        self.replies = content["replies"]
        self.barriers = {}
        self.log = open("%s/%d.jsonl" % (directory, self.run), "a", encoding="utf-8")


def read_request(connection):
    stream = connection.makefile("rb")
    start = stream.readline().decode("latin-1").split()
    if len(start) != 3:
        return None
    headers = {}
    for line in iter(stream.readline, b"\r\n"):
        if not line:
            return None
        name, _, value = line.decode("latin-1").partition(":")
        headers[name.strip().lower()] = value.strip()
    body = stream.read(int(headers.get("content-length", 0)))
    return {"method": start[0], "target": start[1], "headers": headers, "body": body.decode("utf-8", "replace")}


def choose(script, request):
    path = request["target"].split("?")[0]
    fitting = [r for r in script.replies if path.endswith(r.get("path", ""))]
    for reply in fitting:
        if "unless" in reply and reply["unless"] not in request["body"]:
            return reply
    fitting = [r for r in fitting if "unless" not in r]
    if not fitting:
        return {"status": 404, "body": '{"error": {"message": "nothing scripted"}}'}
    reply = next((r for r in fitting if not r.get("taken")), fitting[-1])
    reply["taken"] = True
    return reply


def fill(text, request):
    key = request["headers"].get("x-api-key") or request["headers"].get("authorization", "").partition(" ")[2]
    text = text.replace("{{key}}", key)
    text = text.replace("{{key_percent}}", "".join("%%%02X" % byte for byte in key.encode()))
    return text.replace("{{key_json}}", "".join("\\u%04x" % ord(c) for c in key))


def wait_for_others(script, count):
    with lock:
        barrier = script.barriers.setdefault(count, threading.Barrier(count))
    try:
        barrier.wait(20)
    except threading.BrokenBarrierError:
        pass


def hang(connection):
    while connection.recv(65536):
        pass


def answer(connection, script, reply, request):
    if reply.get("barrier"):
        wait_for_others(script, reply["barrier"])
    if reply.get("drop"):
        return
    before = reply.get("before", 0)
    if before < 0:
        hang(connection)
        return
    pause(before)
    body = fill(reply.get("body", ""), request).encode() * reply.get("repeat", 1)
    framing = reply.get("framing", "length")
    headers = {"Content-Type": "application/json", "Connection": "close"}
    headers.update({name: fill(value, request) for name, value in reply.get("headers", {}).items()})
    if framing == "length":
        headers["Content-Length"] = str(len(body))
    elif framing == "chunked":
        headers["Transfer-Encoding"] = "chunked"
    head = "HTTP/1.1 %d Scripted\r\n" % reply.get("status", 200)
    head += "".join("%s: %s\r\n" % item for item in headers.items())
    connection.sendall(head.encode("latin-1") + b"\r\n")
    body = body[:len(body) - reply.get("short", 0)]
    size = reply.get("split", 0) or max(len(body), 1)
    for begin in range(0, len(body), size):
        if begin:
            pause(reply.get("drip", 0))
        piece = body[begin:begin + size]
        connection.sendall(b"%x\r\n%s\r\n" % (len(piece), piece) if framing == "chunked" else piece)
    end = reply.get("end", "normal")
    if end == "hang":
        hang(connection)
        return
    if end == "reset":
        pause(0.2)  # what was sent is read first: a reset discards it otherwise
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    elif framing == "chunked" and not reply.get("short"):
        connection.sendall(b"0\r\n\r\n")


def pause(seconds):
    if seconds > 0:
        threading.Event().wait(seconds)


class Server:
    def __init__(self, directory):
        self.directory = directory
        self.script = Script(directory)

    def current_script(self):
        script = Script(self.directory)
        if script.run != self.script.run:
            self.script = script
        return self.script

    def serve(self, connection):
        with connection:
            try:
                connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                request = read_request(connection)
                if request is None:
                    return
                with lock:
                    script = self.current_script()
                    script.log.write(json.dumps(request) + "\n")
                    script.log.flush()
                    reply = choose(script, request)
                answer(connection, script, reply, request)
            except OSError:
                pass  # the client has gone


def main():
    server = Server(sys.argv[1])
    listener = socket.create_server(("127.0.0.1", 0), backlog=64)
    print(listener.getsockname()[1], flush=True)
    while True:
        connection, _ = listener.accept()
        threading.Thread(target=server.serve, args=(connection,), daemon=True).start()


main()
