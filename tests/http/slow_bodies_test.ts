import { expect, test } from "bun:test";
import { problemResponse } from "../../src/http/problem.ts";
import { readBody } from "../../src/http/read_text.ts";
import { requestInfoOf } from "../../src/http/request_info.ts";
import type { TestCore } from "../core/core_harness.ts";
import { startCore } from "../core/core_harness.ts";
import { saidUntilClosed } from "./said_until_closed.ts";

const AT_ONCE = 30_000_000;

/** A server that waits a twentieth of a second for a body. */
function startServer({ services }: TestCore, waitMs = 50) {
  const pace = { waitMs, bytesPerSecond: 1_000_000, bytesAtOnceMax: AT_ONCE };
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      try {
        const { length } = await readBody(request, 40_000_000, pace);
        return new Response(`${length} bytes`);
      } catch (error) {
        return problemResponse(services, error, requestInfoOf(request));
      }
    },
  });
}

const head = (length: string) =>
  `POST / HTTP/1.1\r\nHost: localhost\r\n${length}\r\n\r\n`;

test.each([
  ["a short one", head("Content-Length: 300")],
  ["a long one", head("Content-Length: 3000000")],
  ["one that says not how long it is", head("Transfer-Encoding: chunked")],
])(
  "a body that is begun and not ended is answered and cut: %s",
  async (_, start) => {
    await using core = await startCore();
    await using server = startServer(core);
    const said = await saidUntilClosed(server.port ?? 0, `${start}abc`);
    expect(said).toStartWith("HTTP/1.1 408");
    expect(said).toContain('"code":"request_timeout"');
  },
);

test("a long body that comes is taken, however long that takes", async () => {
  await using core = await startCore();
  await using server = startServer(core);
  const body = new Uint8Array(20_000_000);
  const response = await fetch(server.url, { method: "POST", body });
  expect(await response.text()).toBe("20000000 bytes");
});

/** A connection that takes whatever is written, and keeps what is answered. */
async function openSender(port: number, heard: () => void) {
  const rest: Buffer[] = [];
  const sender = { said: "", write, end: () => void socket.end() };
  const pump = (to: Bun.Socket<undefined>) => {
    for (let part = rest[0]; part; part = rest[0]) {
      const written = Math.max(0, to.write(part));
      if (written < part.byteLength) {
        rest[0] = part.subarray(written);
        return;
      }
      rest.shift();
    }
  };
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      drain: pump,
      data(_, bytes) {
        sender.said += bytes.toString();
        heard();
      },
      error() {},
    },
  });
  function write(bytes: Buffer) {
    rest.push(bytes);
    if (rest.length === 1) pump(socket);
  }
  return sender;
}

test("large bodies that are on their way together have a bound: one more is 503, and room comes back", async () => {
  await using core = await startCore();
  await using server = startServer(core, 30_000);
  const length = 20_000_000;
  let heard = Promise.withResolvers<void>();
  const open = () => openSender(server.port ?? 0, () => heard.resolve());
  const senders = [await open(), await open()];
  // Only the last byte of both passes the bound, so that none is under way when one is
  // refused: the connection would be reset, and the answer lost.
  const sent = [length - 1_000, AT_ONCE - length + 2_000];
  for (const [n, sender] of senders.entries()) {
    sender.write(Buffer.from(head(`Content-Length: ${length}`)));
    sender.write(Buffer.alloc(sent[n] ?? 0));
  }
  await heard.promise;
  const waits = senders.findIndex(({ said }) => said === "");
  const refused = senders[1 - waits];
  expect(refused?.said).toContain("too many large ones are on their way");
  expect(refused?.said.toLowerCase()).toContain("retry-after: 1");
  heard = Promise.withResolvers();
  senders[waits]?.write(Buffer.alloc(length - (sent[waits] ?? 0)));
  await heard.promise;
  expect(senders[waits]?.said).toContain(`${length} bytes`);
  for (const sender of senders) sender.end();
  const body = new Uint8Array(length);
  const again = await fetch(server.url, { method: "POST", body });
  expect(await again.text()).toBe(`${length} bytes`);
});
