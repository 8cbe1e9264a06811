import { afterEach, describe, expect, setDefaultTimeout, test } from "bun:test";
import {
  Client,
  ClientCredentialsProvider,
  PrivateKeyJwtProvider,
  StreamableHTTPClientTransport,
} from "@modelcontextprotocol/client";
import type { CryptoKey, JWK } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { LIMITS } from "../../src/core/base/limits.ts";
import { addClient } from "../../src/core/operations/add_client.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { updateCredential } from "../../src/core/operations/update_credential.ts";
import { serve, testWorld } from "../core/agents/hostile_server.ts";
import { TEST_CERTIFICATE } from "../core/agents/test_certificate.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { rowsOf } from "./attack.ts";
import { later, ownTime } from "./clock.ts";

setDefaultTimeout(30_000);
afterEach(ownTime);

async function newPair() {
  const pair = await generateKeyPair("ES256", { extractable: true });
  return {
    ...pair,
    jwk: (await exportJWK(pair.publicKey)) as Record<string, unknown>,
    own: (await exportJWK(pair.privateKey)) as JWK,
  };
}

/** A service with one account, and a server with keys that its operator can change. */
async function start() {
  const { outside } = testWorld({ ca: TEST_CERTIFICATE.cert });
  const { deadline: _never, chain: _chain, ...world } = outside;
  const s = await startService({ isRealTime: true, outside: world });
  const alice = await s.addAccount("alice");
  const listed: { keys: object[] } = { keys: [] };
  const server = serve(() => Response.json(listed), { tls: TEST_CERTIFICATE });
  const jwksUri = `https://card.example:${server.port}/jwks.json`;
  return {
    ...{ s, alice, listed, jwksUri, server },
    async add(keys: object, more: object = {}) {
      const { accountId } = alice;
      const input = { accountId, name: "Build server", keys, ...more };
      return (await s.operate(addClient, input)).credential;
    },
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await s[Symbol.asyncDispose]();
    },
  };
}

type Provider = ClientCredentialsProvider | PrivateKeyJwtProvider;

/** The tools that a client of the official package sees. */
async function toolsFor(s: TestService, authProvider: Provider) {
  const client = new Client({ name: "test", version: "1" });
  const url = new URL(`${s.baseUrl}/api/mcp`);
  await client.connect(
    new StreamableHTTPClientTransport(url, { authProvider }),
  );
  const { tools } = await client.listTools();
  await client.close();
  return tools.map(({ name }) => name);
}

/** A JWT as a program signs it, for this service. */
async function signed(
  s: TestService,
  id: string,
  key: CryptoKey,
  over: Record<string, unknown> = {},
): Promise<string> {
  const now = Math.floor(Date.now() / 1_000);
  const claims = { iss: id, sub: id, aud: s.baseUrl, exp: now + 60, jti: "1" };
  return await new SignJWT({ ...claims, ...over })
    .setProtectedHeader({ alg: "ES256" })
    .sign(key);
}

async function ask(s: TestService, fields: Record<string, string>) {
  const response = await s.fetch("/oauth/token", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({
      grant_type: "client_credentials",
      ...fields,
    }).toString(),
  });
  const { access_token, error } = await response.json();
  return { status: response.status, token: access_token as string, error };
}

const asserting = (client_assertion: string) => ({
  client_assertion,
  client_assertion_type:
    "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
});

describe("a program without a person", () => {
  test("gets a token with its key or its credential's token, through the official client", async () => {
    await using at = await start();
    const { s, alice } = at;
    const { jwk, own } = await newPair();
    const { clientId } = await at.add({ jwks: [jwk] }, { preset: "reader" });
    const expectedIssuer = s.baseUrl;
    const byKey = await toolsFor(
      s,
      new PrivateKeyJwtProvider({
        ...{ clientId: clientId ?? "", privateKey: own, expectedIssuer },
        algorithm: "ES256",
      }),
    );
    expect(byKey).toContain("svc.get_conversation");
    const { credential, token } = await s.operate(addCredential, {
      ...{ accountId: alice.accountId, name: "Script", preset: "reader" },
    });
    const bySecret = await toolsFor(
      s,
      new ClientCredentialsProvider({
        ...{ clientId: credential.id, clientSecret: token, expectedIssuer },
      }),
    );
    expect(bySecret).toEqual(byKey);
    const { credentials } = await s.credentialsOf(alice);
    expect(credentials.find(({ id }) => id === clientId)).toMatchObject({
      ...{ kind: "keys", lastFour: null, lastUsedAt: expect.any(String) },
    });
    // Nothing of a private key is anywhere.
    expect(JSON.stringify(await rowsOf(s, "credentials"))).not.toContain(own.d);
  });

  test("is refused with anything that is not its own, new and for this service", async () => {
    await using at = await start();
    const { s } = at;
    const [mine, other] = [await newPair(), await newPair()];
    const { id } = await at.add({ jwks: [mine.jwk] });
    const now = Math.floor(Date.now() / 1_000);
    const wrong: readonly Record<string, unknown>[] = [
      { aud: "https://other.example" },
      { aud: [s.baseUrl, "https://other.example"] },
      { exp: now - 60 },
      { exp: now + LIMITS.clientAssertionMs / 1_000 + 60 },
      { iss: "somebody" },
      { jti: undefined },
    ];
    for (const over of wrong) {
      const jwt = await signed(s, id, mine.privateKey, over);
      const { status, error } = await ask(s, asserting(jwt));
      expect([over, status, error]).toEqual([over, 401, "invalid_client"]);
    }
    const foreign = await signed(s, id, other.privateKey);
    expect(await ask(s, asserting(foreign))).toMatchObject({ status: 401 });
    const once = asserting(await signed(s, id, mine.privateKey));
    const answers = await Promise.all([1, 2, 3].map(() => ask(s, once)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...[200, 401, 401],
    ]);
    expect(await ask(s, { client_id: id, client_secret: "" })).toMatchObject({
      error: "invalid_client",
    });
    for (const [field, value, error] of [
      ["resource", "https://other.example/mcp", "invalid_target"],
      ["scope", "everything", "invalid_scope"],
      ["client_secret", "both", "invalid_request"],
    ] as const) {
      const fields = { ...once, [field]: value };
      expect(await ask(s, fields)).toMatchObject({ status: 400, error });
    }
    for (const keys of [
      { jwks: [mine.own] },
      { jwks: [{ kty: "oct", k: "c2VjcmV0" }] },
      { jwks: [mine.jwk], jwksUri: "https://a.example/jwks.json" },
      { jwksUri: "http://10.0.0.1/jwks.json" },
      {},
    ]) {
      await expect(at.add(keys)).rejects.toThrow("Cannot");
    }
    const records = JSON.stringify(await rowsOf(s, "audit_records"));
    expect(records.match(/oauth.token_refused/g)?.length).toBe(10);
  });

  test("rotates its keys where it publishes them, and ends with its access", async () => {
    await using at = await start();
    const { s, alice, listed, jwksUri, server } = at;
    const [first, second] = [await newPair(), await newPair()];
    listed.keys = [first.jwk];
    const { id } = await at.add({ jwksUri });
    const get = async (key: CryptoKey, jti: string) =>
      await ask(s, asserting(await signed(s, id, key, { jti })));
    expect((await get(first.privateKey, "1")).status).toBe(200);
    expect((await get(first.privateKey, "2")).status).toBe(200);
    expect(server.paths).toHaveLength(1);
    listed.keys = [second.jwk];
    // A flood of unknown keys has it read once a minute.
    expect((await get(second.privateKey, "3")).status).toBe(401);
    expect(server.paths).toHaveLength(1);
    later(61_000);
    expect((await get(second.privateKey, "3")).status).toBe(200);
    expect((await get(first.privateKey, "4")).status).toBe(401);
    const { accountId } = alice;
    const rotated = { accountId, credentialId: id };
    const { token } = await get(second.privateKey, "5");
    const call = async () =>
      (
        await s.fetch("/api/mcp", {
          ...{ method: "POST", token },
          json: { jsonrpc: "2.0", id: 1, method: "tools/list" },
        })
      ).status;
    expect(await call()).not.toBe(401);
    later(1_001);
    const keys = { jwks: [first.jwk] };
    await s.operate(updateCredential, { ...rotated, keys });
    expect(await call()).toBe(401);
    expect((await get(first.privateKey, "6")).status).toBe(200);
    await s.operate(revokeCredential, rotated);
    expect((await get(first.privateKey, "7")).status).toBe(401);
  });
});
