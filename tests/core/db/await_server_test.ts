import { expect, test } from "bun:test";
import { awaitServer } from "../../../src/core/db/hrana/await_server.ts";
import { freePort } from "./sqld.ts";

test("a node waits for a server that is not there or says 502, and says so once", async () => {
  const port = freePort();
  const { promise: told, resolve: tell } = Promise.withResolvers<string>();
  const waiting = awaitServer(`libsql://127.0.0.1:${port}?tls=0`, tell);
  expect(await told).toBe("database.awaited");
  const statuses = [502, 401];
  const { promise: asked, resolve: refuse } = Promise.withResolvers<void>();
  using server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    fetch() {
      const status = statuses.shift();
      if (status === 502) refuse();
      return new Response(null, { status: status ?? 500 });
    },
  });
  await asked;
  await waiting;
  expect(server.port).toBe(port);
  expect(statuses).toEqual([]);
}, 20_000);
