import { afterAll, beforeAll, expect, test } from "bun:test";
import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { openSecret } from "../../src/core/identity/secret.ts";
import { emptyDirectory } from "../directory.ts";
import { startService } from "../harness.ts";
import { Browser, signUp, tokenOf } from "./browser.ts";
import { callTool, connected, refresh } from "./oauth_tools.ts";

let directory = "";

beforeAll(async () => {
  directory = await emptyDirectory("inbox-restart-");
});

afterAll(() => rm(directory, { recursive: true, force: true }));

const bytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

test("a new process with the same data keeps sessions, OAuth keys and grants", async () => {
  const env = { DATABASE_URL: `file:${directory}/inbox.db` };
  const first = await startService({ isRealTime: true, env });
  const { port } = first;
  const browser = await signUp(first, "ada");
  const token = await tokenOf(browser);
  const client = await connected(first, browser);
  await first[Symbol.asyncDispose]();
  await using second = await startService({ isRealTime: true, env, port });
  expect((await second.fetch("/v1/conversations", { token })).status).toBe(200);
  expect((await callTool(second, client.access)).status).toBe(200);
  const { clientId, refreshToken } = client;
  expect((await refresh(second, clientId, refreshToken)).status).toBe(200);
  expect(await tokenOf(browser)).toStartWith("ses_");
});

test("with another secret a cookie is nobody's, though its row is there", async () => {
  const other = await emptyDirectory("inbox-secret-");
  const env = { DATABASE_URL: `file:${other}/inbox.db` };
  const first = await startService({ isRealTime: true, env });
  const { port } = first;
  const browser = await signUp(first, "ada");
  await first[Symbol.asyncDispose]();
  const AUTH_SECRET = "another secret that is long enough to be one";
  await using second = await startService({
    isRealTime: true,
    env: { ...env, AUTH_SECRET },
    port,
  });
  expect((await browser.call("/api/auth/session-token")).status).toBe(401);
  expect(await tokenOf(await signUp(second, "bob"))).toStartWith("ses_");
  expect(new Browser(second).cookies).toBe("");
  await rm(other, { recursive: true, force: true });
});

test("with another secret an OAuth client goes on by its refresh token, under a key of the new one", async () => {
  const other = await emptyDirectory("inbox-secret-");
  const env = { DATABASE_URL: `file:${other}/inbox.db` };
  const first = await startService({ isRealTime: true, env });
  const { port } = first;
  const client = await connected(first, await signUp(first, "ada"));
  await first[Symbol.asyncDispose]();
  const AUTH_SECRET = "another secret that is long enough to be one";
  await using second = await startService({
    isRealTime: true,
    env: { ...env, AUTH_SECRET },
    port,
  });
  // The old secret opened the key that signed this one.
  expect((await callTool(second, client.access)).status).toBe(401);
  const { clientId, refreshToken } = client;
  const refreshed = await refresh(second, clientId, refreshToken);
  expect(refreshed.status).toBe(200);
  const { access_token } = await refreshed.json();
  expect((await callTool(second, access_token)).status).toBe(200);
  await rm(other, { recursive: true, force: true });
});

test("the secret is made once, for its owner's eyes alone", async () => {
  const path = join(directory, "made", "auth_secret");
  const secret = await openSecret(path, bytes);
  expect(secret.length).toBeGreaterThanOrEqual(43);
  expect(await openSecret(path, bytes)).toBe(secret);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await readFile(path, "utf8")).trim()).toBe(secret);
});

test.each(["", "\n", "short\n"])(
  "a file that holds %j is no secret, and the service does not start with it",
  async (held) => {
    const path = join(directory, `held_${held.length}`);
    await writeFile(path, held);
    const failed = await openSecret(path, bytes).catch((it: Error) => it);
    expect(failed).toBeInstanceOf(Error);
    expect(String(failed)).toContain("does not hold a secret");
  },
);
