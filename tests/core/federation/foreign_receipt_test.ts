import { afterAll, beforeAll, expect, test } from "bun:test";
import { CompactSign, exportJWK, generateKeyPair } from "jose";
import { foreignReceipt } from "../../../src/core/agents/remote/foreign_receipt.ts";
import { serve } from "../agents/hostile_server.ts";
import { startCore } from "../core_harness.ts";

const ABOUT = { taskId: "cnv_1", address: "bob@b.example", price: "5.00" };
const STATEMENT = {
  ...{ receiptId: "rct_1", conversationId: "cnv_1", price: "5.00" },
  ...{ signer: { address: "bob@b.example" } },
  signedAt: "2026-01-15T12:00:00.000Z",
};

let world: Awaited<ReturnType<typeof start>>;
beforeAll(async () => {
  world = await start();
});
afterAll(() => world[Symbol.asyncDispose]());

async function start() {
  const [own, others] = await Promise.all(
    [0, 1].map(() => generateKeyPair("EdDSA")),
  );
  if (!own || !others) throw new Error("A key is missing");
  const jwk = { ...(await exportJWK(own.publicKey)), kid: "own", alg: "EdDSA" };
  const server = serve(() => Response.json({ keys: [jwk] }));
  const core = await startCore({ ALLOW_LOOPBACK_FETCH: "true" });
  const sign = async (statement: object, by = own, kid = "own") =>
    await new CompactSign(Buffer.from(JSON.stringify(statement)))
      .setProtectedHeader({ alg: "EdDSA", kid })
      .sign(by.privateKey);
  return {
    ...{ sign, others },
    read: (jws: unknown) =>
      foreignReceipt(
        core.services.outside,
        { jws },
        { ...ABOUT, origin: `http://localhost:${server.port}` },
      ),
    async [Symbol.asyncDispose]() {
      await core[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
    },
  };
}

test("a receipt of another service counts if its key signed this task, this payee and this price", async () => {
  const jws = await world.sign(STATEMENT);
  expect(await world.read(jws)).toEqual({
    ...{ receiptId: "rct_1", keyId: "own", jws },
    signedAt: STATEMENT.signedAt,
  });
});

test("a receipt of another key, another task, another payee or another price is not kept", async () => {
  const { sign, others, read } = world;
  const wrong = [
    await sign(STATEMENT, others),
    await sign(STATEMENT, others, "others"),
    await sign({ ...STATEMENT, conversationId: "cnv_2" }),
    await sign({ ...STATEMENT, price: "0.01" }),
    await sign({ ...STATEMENT, signer: { address: "eve@b.example" } }),
    await sign({ ...STATEMENT, receiptId: 1 }),
    "a.b.c",
    7,
  ];
  for (const jws of wrong) expect(await read(jws)).toBeUndefined();
});
