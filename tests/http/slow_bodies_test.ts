import { expect, test } from "bun:test";
import { problemResponse } from "../../src/http/problem.ts";
import { readBody } from "../../src/http/read_text.ts";
import { requestInfoOf } from "../../src/http/request_info.ts";
import type { TestCore } from "../core/core_harness.ts";
import { startCore } from "../core/core_harness.ts";
import { saidUntilClosed } from "./said_until_closed.ts";

/** A server that waits a twentieth of a second for a body. */
function startServer({ services }: TestCore, waitMs = 50) {
  const pace = { waitMs, bytesPerSecond: 1_000_000 };
  const bytesMax = 40_000_000;
  return Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    idleTimeout: 0,
    async fetch(request) {
      try {
        return await services.bodies.run("somebody", async (pass) => {
          const reading = { bytesMax, pass, pace };
          const { length } = await readBody(request, reading);
          return new Response(`${length} bytes`);
        });
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
