import { expect, test } from "bun:test";
import { problemResponse } from "../../src/http/problem.ts";
import { readBody } from "../../src/http/read_text.ts";
import { requestInfoOf } from "../../src/http/request_info.ts";
import type { TestCore } from "../core/core_harness.ts";
import { startCore } from "../core/core_harness.ts";

/** A server that waits a twentieth of a second for a body. */
function startServer({ services }: TestCore) {
  const pace = { waitMs: 50, bytesPerSecond: 1_000_000 };
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
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

/** What a server says to these bytes until it closes the connection. */
async function saidUntilClosed(port: number, text: string): Promise<string> {
  let said = "";
  const closed = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_, bytes) => {
        said += bytes.toString();
      },
      close: () => closed.resolve(),
    },
  });
  socket.write(text);
  await closed.promise;
  return said;
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
