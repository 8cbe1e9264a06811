import { afterEach, expect, test } from "bun:test";
import type { JWTPayload } from "jose";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { jwks } from "../../src/core/db/tables/auth_schema.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { personOf } from "./attack.ts";
import { signUp } from "./browser.ts";
import { later, ownTime } from "./clock.ts";
import { callTool, connected } from "./oauth_tools.ts";

afterEach(ownTime);

interface Wanted {
  readonly claims?: JWTPayload;
  readonly header?: { readonly typ?: string; readonly kid?: string };
}

type Mint = (wanted?: Wanted) => Promise<string>;

/** A service, a client let into it, and a key of the service that this test holds, too. */
async function start(): Promise<{
  s: TestService;
  access: string;
  mint: Mint;
}> {
  const s = await startService({ isRealTime: true });
  const { clientId, access } = await connected(s, await signUp(s, "ada"));
  const { publicKey, privateKey } = await generateKeyPair("EdDSA");
  await s.services.db.libraryOrm.insert(jwks).values({
    id: "known",
    publicKey: JSON.stringify(await exportJWK(publicKey)),
    privateKey: "",
    createdAt: new Date(),
  });
  const now = Math.floor(Date.now() / 1000);
  const mine = {
    sub: await personOf(s, "ada@mail.example"),
    aud: `${s.baseUrl}/api/mcp`,
    iss: s.baseUrl,
    client_id: clientId,
    azp: clientId,
    iat: now,
    exp: now + 60,
  };
  const mint: Mint = ({ claims, header } = {}) =>
    new SignJWT({ ...mine, ...claims })
      .setProtectedHeader({
        alg: "EdDSA",
        typ: "at+jwt",
        kid: "known",
        ...header,
      })
      .sign(privateKey);
  return { s, access, mint };
}

test("a token is taken only with every claim right", async () => {
  const { s, mint } = await start();
  await using _ = s;
  expect((await callTool(s, await mint())).status).toBe(200);
  await signUp(s, "bob");
  const bob = await personOf(s, "bob@mail.example");
  const now = Math.floor(Date.now() / 1000);
  for (const wanted of [
    { claims: { aud: s.baseUrl } },
    { claims: { aud: `${s.baseUrl}/api/mcp/` } },
    { claims: { aud: "https://evil.example/api/mcp" } },
    { claims: { iss: "https://evil.example" } },
    { claims: { iss: `${s.baseUrl}/api/auth` } },
    { claims: { exp: now - 1 } },
    { claims: { nbf: now + 600 } },
    { claims: { iat: now - 86_400 } },
    { claims: { sub: bob } },
    { claims: { sub: "" } },
    { claims: { client_id: "another", azp: "another" } },
    { claims: { client_id: 7 } },
    { header: { typ: "JWT" } },
    { header: { kid: "unknown" } },
  ] as const) {
    const answer = await callTool(s, await mint(wanted));
    expect([wanted, answer.status]).toEqual([wanted, 401]);
  }
});

test("a token is taken only with a signature of the service's own key", async () => {
  const { s, access } = await start();
  await using _ = s;
  const [, claims = "", signature = ""] = access.split(".");
  const keys = await (await s.fetch("/api/auth/jwks")).json();
  const [{ kid, x }] = keys.keys;
  const headOf = (head: object) =>
    Buffer.from(JSON.stringify({ typ: "at+jwt", kid, ...head })).toString(
      "base64url",
    );
  const { privateKey, publicKey } = await generateKeyPair("EdDSA");
  const payload = JSON.parse(Buffer.from(claims, "base64url").toString());
  const sign = (head: object) =>
    new SignJWT(payload).setProtectedHeader({
      alg: "EdDSA",
      typ: "at+jwt",
      ...head,
    });
  const forged = [
    `${headOf({ alg: "none" })}.${claims}.`,
    `${headOf({ alg: "none" })}.${claims}.${signature}`,
    `${headOf({ alg: "HS256" })}.${claims}.${signature}`,
    `${headOf({ alg: "EdDSA" })}.${claims}.${"A".repeat(86)}`,
    await new SignJWT(payload)
      .setProtectedHeader({ alg: "HS256", typ: "at+jwt", kid })
      .sign(Buffer.from(x, "base64url")),
    await sign({ kid }).sign(privateKey),
    await sign({ jwk: await exportJWK(publicKey) }).sign(privateKey),
    await sign({ kid, jku: "https://evil.example/jwks" }).sign(privateKey),
    `${access.slice(0, -1)}`,
    `${access}.${signature}`,
    `eyJ${"A".repeat(5_000)}.e.e`,
  ];
  for (const token of forged) {
    const answer = await callTool(s, token);
    expect([token.slice(0, 30), answer.status]).toEqual([
      token.slice(0, 30),
      401,
    ]);
    expect(answer.headers.get("www-authenticate")).toContain("invalid_token");
  }
  expect((await callTool(s, access)).status).toBe(200);
});

test("a token ends with its ten minutes", async () => {
  const { s, access } = await start();
  await using _ = s;
  later(10 * 60_000 - 2_000);
  expect((await callTool(s, access)).status).toBe(200);
  later(3_000);
  expect((await callTool(s, access)).status).toBe(401);
});

test("the published keys have no private half", async () => {
  const { s } = await start();
  await using _ = s;
  const { keys } = await (await s.fetch("/api/auth/jwks")).json();
  for (const key of keys) {
    expect(Object.keys(key)).not.toContain("d");
    expect(key.kty).toBe("OKP");
  }
});
