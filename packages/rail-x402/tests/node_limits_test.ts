import { afterAll, beforeAll, expect, test } from "bun:test";
import { chainPass } from "../src/chain_pass.ts";
import { chainClient, chainRequest } from "../src/node/rpc.ts";
import type { Anvil } from "./anvil.ts";
import { startAnvil } from "./anvil.ts";
import { PAYEE, PLACE, signHold, startDesk, wallet } from "./stage.ts";

let anvil: Anvil;

beforeAll(async () => {
  anvil = await startAnvil();
});
afterAll(() => anvil[Symbol.asyncDispose]());

const error = (code: number, message: string, data?: unknown, status = 200) =>
  Response.json(
    { jsonrpc: "2.0", id: 1, error: { code, message, data } },
    { status },
  );

/** How nodes say that they were asked too much, as their operators document it. */
const BUSY: Readonly<Record<string, () => Response>> = {
  "HTTP 429 with a page": () => new Response("slow down", { status: 429 }),
  "HTTP 429 that speaks of a revert": () =>
    error(-32_000, "execution reverted", "0x", 429),
  "HTTP 503": () => error(-32_000, "reverting to another backend", "0x", 503),
  "-32005 with text as its data": () =>
    error(-32_005, "daily request count exceeded", "see the plans"),
  "-32005 with an object": () =>
    error(-32_005, "project ID request rate exceeded", { rate: {} }),
  "-32016": () => error(-32_016, "over rate limit"),
  "-32007": () => error(-32_007, "50/second request limit reached"),
  "-32029": () => error(-32_029, "Too Many Requests", "0x"),
  "429 as a code": () =>
    error(429, "exceeded its compute units per second capacity"),
  "a code of its own": () => error(-32_000, "rate limited, please retry"),
};

test.each(Object.entries(BUSY))(
  "a node that was asked too much (%s) has refused nothing",
  async (_name, fetch) => {
    using server = Bun.serve({ port: 0, fetch });
    const client = chainClient(
      chainRequest(`http://127.0.0.1:${server.port}/`),
    );
    const call = { to: PLACE.escrow, data: "0x" } as const;
    for (const asked of [
      () => client.call(call, "latest"),
      () => client.estimateGas(call),
      () => client.send("0x00"),
      () => client.receipt(`0x${"00".repeat(32)}`),
      () =>
        client.events({ address: PLACE.escrow, topics: [], from: 0, to: 9 }),
    ]) {
      const [answer] = await Promise.allSettled([asked()]);
      expect(answer).toMatchObject({
        status: "rejected",
        reason: { name: "ChainUnavailableError" },
      });
    }
  },
);

test("a contract that refuses for a rate of its own, and a range of blocks that is too large, are refusals", async () => {
  const refusals = [
    () => error(3, "execution reverted: rate limit exceeded", "0x08c379a0"),
    () => error(-32_015, "VM execution error.", "Reverted 0x08c379a0"),
  ];
  for (const fetch of refusals) {
    using server = Bun.serve({ port: 0, fetch });
    const client = chainClient(
      chainRequest(`http://127.0.0.1:${server.port}/`),
    );
    const call = { to: PLACE.escrow, data: "0x" } as const;
    const [answer] = await Promise.allSettled([client.call(call, "latest")]);
    expect(answer).toMatchObject({
      reason: { name: "ChainRefusal", data: "0x08c379a0" },
    });
  }
  for (const [code, message] of [
    [-32_005, "query returned more than 10000 results"],
    [-32_602, "Log response size exceeded"],
    [-32_005, "block range limit exceeded"],
  ] as const) {
    using server = Bun.serve({ port: 0, fetch: () => error(code, message) });
    const client = chainClient(
      chainRequest(`http://127.0.0.1:${server.port}/`),
    );
    const range = { address: PLACE.escrow, topics: [], from: 0, to: 9 };
    const [answer] = await Promise.allSettled([client.events(range)]);
    expect(answer).toMatchObject({ reason: { name: "ChainRefusal" } });
  }
});

test("a hold, its capture and what was signed wait while the node is asked too much, and go on after it", async () => {
  await using stage = await startDesk(anvil);
  const payer = wallet(17_001);
  await anvil.mint(payer.address, 100);
  const before = await anvil.tokens(PAYEE);
  const now = (await anvil.client.block("latest"))?.timestamp ?? 0;
  await stage.add(
    "hold",
    "pay_b",
    30,
    await signHold(payer, { amount: 30, now }),
  );
  const busyAt = new Set<string>();
  const answers = Object.values(BUSY);
  let asked = 0;
  using server = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = await request.text();
      const { method } = JSON.parse(body) as { method: string };
      asked += 1;
      const answer = answers[asked % answers.length];
      if (busyAt.has(method) && answer) return answer();
      return await fetch(anvil.url, {
        ...{ method: "POST", body },
        headers: { "content-type": "application/json" },
      });
    },
  });
  const client = chainClient(chainRequest(`http://127.0.0.1:${server.port}/`));
  for (const act of ["hold", "capture"] as const) {
    if (act === "capture") await stage.add("capture", "pay_b", 30);
    for (const method of [
      "eth_estimateGas",
      "eth_sendRawTransaction",
      "eth_call",
    ]) {
      busyAt.add(method);
      for (let pass = 0; pass < answers.length; pass++) {
        await Promise.allSettled([chainPass({ ...stage.desk, client })]);
      }
      busyAt.clear();
      expect((await stage.states("pay_b")).at(-1)).toBe(`${act} open`);
    }
    await stage.settle();
  }
  expect(await stage.states("pay_b")).toEqual([
    "hold confirmed",
    "capture confirmed",
  ]);
  expect(await anvil.tokens(PAYEE)).toBe(before + 30);
});
