import { expect, test } from "bun:test";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { driversOf } from "../drivers.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, START, startService } from "../harness.ts";

/** An access token of a client that a person let in, with a limit for the day. */
async function grant(
  { services, baseUrl }: TestService,
  { accountId }: TestAccount,
): Promise<string> {
  const { publicKey, privateKey } = await generateKeyPair("EdDSA", {
    extractable: true,
  });
  const jwk = JSON.stringify(await exportJWK(publicKey));
  await services.db.commit([
    {
      sql: "insert into auth_keys (id, public_key, private_key, created_at) values ('key-1', ?, '', ?)",
      args: [jwk, START],
    },
    {
      sql: "insert into credentials (id, account_id, name, client_id, per_day, created_at) values ('cred_client', ?, 'Client', 'client-1', 5000000, ?)",
      args: [accountId, START],
    },
  ]);
  return await new SignJWT({ azp: "client-1" })
    .setProtectedHeader({ alg: "EdDSA", typ: "at+jwt", kid: "key-1" })
    .setIssuer(baseUrl)
    .setAudience(`${baseUrl}/api/mcp`)
    .setSubject(accountId)
    .setIssuedAt(START / 1000)
    .setExpirationTime(START / 1000 + 600)
    .sign(privateKey);
}

test("an OAuth client is let in to the tools alone, within its limits, until it is disconnected", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { credit: "100.00" });
  const bob = await service.addAccount("bob");
  const token = await grant(service, alice);
  const codes: Record<string, string> = {};
  for (const { name, list } of driversOf(service)) {
    const listed = await list(token);
    codes[name] = listed.ok ? "ok" : listed.error.code;
  }
  expect(codes).toEqual({
    mcp: "ok",
    rest: "unauthenticated",
    a2a: "unauthenticated",
  });

  const tools = driversOf(service).find(({ name }) => name === "mcp");
  if (!tools) throw new Error("No driver for the tools");
  const pay = async (price: string) => {
    const fields = { to: [bob.address], text: "x", price };
    const paid = await tools.create(token, fields);
    return paid.ok ? paid.output.state : paid.error.code;
  };
  expect(await pay("4")).toBe("submitted");
  expect(await pay("2")).toBe("input-required");
  expect(await pay("1")).toBe("submitted");

  const session = await service.addSession(alice);
  const path = "/v1/credentials";
  const listed = await service.fetch(path, { token: session.token });
  const { credentials } = await json(listed);
  expect(credentials[0]).toMatchObject({
    id: "cred_client",
    kind: "oauth",
    limits: { perPayment: null, perDay: { amount: "5.00" } },
    lastUsedFrom: "127.0.0.1",
  });
  const ended = await service.fetch(`${path}/cred_client`, {
    method: "DELETE",
    token: session.token,
  });
  expect(ended.status).toBe(200);
  const after = await tools.list(token);
  expect(after).toMatchObject({
    ok: false,
    error: { code: "unauthenticated" },
  });
});
