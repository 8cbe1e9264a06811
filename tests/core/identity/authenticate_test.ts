import { expect, test } from "bun:test";
import { ANONYMOUS, OPERATOR } from "../../../src/core/access/principal.ts";
import { LIMITS } from "../../../src/core/base/limits.ts";
import type { Database } from "../../../src/core/db/database.ts";
import {
  authenticate,
  forgetPrincipals,
  isLive,
} from "../../../src/core/identity/authenticate.ts";
import {
  credentialStore,
  NO_MEMBER,
} from "../../../src/core/identity/credentials_store.ts";
import { hashToken, makeToken } from "../../../src/core/identity/token.ts";
import { addCredential } from "../../../src/core/operations/add_credential.ts";
import { revokeCredential } from "../../../src/core/operations/revoke_credential.ts";
import { rotateCredential } from "../../../src/core/operations/rotate_credential.ts";
import { openCore } from "../fixture.ts";

test("a token makes an agent that never holds the secret", async () => {
  await using core = await openCore();
  const { token, member } = await core.add("alice");
  const principal = await authenticate(core.services, token);
  expect(principal).toEqual(member);
  expect(Bun.inspect(principal)).not.toContain(token);
  expect(Bun.inspect(principal)).not.toContain(hashToken(token));
  // The second time is a look into a map: the very same object.
  expect(await authenticate(core.services, token)).toBe(principal);
});

test("whatever is no token is nobody, and never reaches the database", async () => {
  await using core = await openCore();
  const { token } = await core.add();
  const reads: string[] = [];
  const orm = new Proxy(core.services.db.orm, {
    get(target, key, receiver) {
      reads.push(String(key));
      return Reflect.get(target, key, receiver);
    },
  });
  const db: Database = { ...core.services.db, orm };
  const watched = { ...core.services, db };
  for (const bearer of [
    undefined,
    "",
    "svc_",
    "Bearer x",
    token.slice(1),
    `${token}x`,
    token.replace(/.$/, (last) => (last === "0" ? "1" : "0")),
    `${"é".repeat(54)}`,
    "\0".repeat(54),
    "x".repeat(1_000_000),
  ]) {
    expect(await authenticate(watched, bearer)).toBe(ANONYMOUS);
  }
  expect(reads).toEqual([]);
  const unknown = makeToken(core.services.randomBytes);
  expect(await authenticate(watched, unknown)).toBe(ANONYMOUS);
  expect(reads.length).toBeGreaterThan(0);
});

test("a token that did not exist yet is not remembered as nobody", async () => {
  await using core = await openCore();
  const { accountId } = await core.add();
  const token = makeToken(core.services.randomBytes);
  expect(await authenticate(core.services, token)).toBe(ANONYMOUS);
  const { db } = core.services;
  await db.commit([
    credentialStore(db).insert({
      id: "cred_late",
      accountId,
      name: "late",
      tokenHash: hashToken(token),
      lastFour: token.slice(-4),
      keys: null,
      clientId: null,
      redirectUri: null,
      ...NO_MEMBER,
      madeBy: null,
      scopes: ["audit:read"],
      perPayment: null,
      perDay: null,
      perPayee: null,
      accept: null,
      payees: null,
      contactTypes: null,
      askFirstPayment: false,
      createdAt: 0,
      rotatedAt: null,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      lastUsedFrom: null,
    }),
  ]);
  expect(await authenticate(core.services, token)).toMatchObject({
    credentialId: "cred_late",
    scopes: ["audit:read"],
  });
});

test("rotation and revocation kill the old token at once", async () => {
  await using core = await openCore();
  const { services } = core;
  const { accountId, credentialId, token } = await core.add();
  const stream = await authenticate(services, token);
  expect(await isLive(services, stream)).toBe(true);

  const names = { accountId, credentialId };
  const rotated = await core.run(rotateCredential, OPERATOR, names);
  expect(await authenticate(services, token)).toBe(ANONYMOUS);
  expect(await isLive(services, stream)).toBe(false);
  const fresh = await authenticate(services, rotated.token);
  expect(fresh).toMatchObject({ kind: "agent", credentialId });
  expect(await isLive(services, fresh)).toBe(true);

  await core.run(revokeCredential, OPERATOR, names);
  expect(await authenticate(services, rotated.token)).toBe(ANONYMOUS);
  expect(await isLive(services, fresh)).toBe(false);
  await expect(core.run(rotateCredential, OPERATOR, names)).rejects.toThrow(
    "Cannot rotate the credential: it was revoked.",
  );
});

test("what was read before a rotation is not remembered after it", async () => {
  await using core = await openCore();
  const { token } = await core.add();
  // As on a remote database: the old row is on its way while the rotation commits.
  const reading = authenticate(core.services, token);
  forgetPrincipals(core.services, () => true);
  const stale = await reading;
  const fresh = await authenticate(core.services, token);
  expect(fresh).not.toBe(stale);
  expect(await authenticate(core.services, token)).toBe(fresh);
});

test("a credential expires to the millisecond, also when it is remembered", async () => {
  await using core = await openCore();
  const { accountId } = await core.add();
  const { token } = await core.run(addCredential, OPERATOR, {
    accountId,
    name: "short",
    expiresAt: "2026-01-15T12:00:01Z",
  });
  const principal = await authenticate(core.services, token);
  expect(principal.kind).toBe("agent");
  core.advance(999);
  expect(await authenticate(core.services, token)).toBe(principal);
  core.advance(1);
  expect(await authenticate(core.services, token)).toBe(ANONYMOUS);
  expect(await isLive(core.services, principal)).toBe(false);
});

test("what another process revoked is noticed after a bounded time", async () => {
  await using core = await openCore();
  const { services } = core;
  const { accountId, credentialId, token } = await core.add();
  const principal = await authenticate(services, token);
  const store = credentialStore(services.db);
  const row = await store.find(accountId, credentialId);
  if (!row) throw new Error("no credential");
  await services.db.commit([store.update({ ...row, revokedAt: 1 })]);
  expect(await authenticate(services, token)).toBe(principal);
  expect(await isLive(services, principal)).toBe(false);
  core.advance(LIMITS.principalCacheMs);
  expect(await authenticate(services, token)).toBe(ANONYMOUS);
});

test("nobody is not live, the operator is", async () => {
  await using core = await openCore();
  expect(await isLive(core.services, ANONYMOUS)).toBe(false);
  expect(await isLive(core.services, OPERATOR)).toBe(true);
});
