import { afterAll, beforeAll, expect, test } from "bun:test";
import { chmod, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { TestAccount, TestService } from "../../harness.ts";
import { startService } from "../../harness.ts";
import { openTerminal } from "./terminal.ts";

let service: TestService;
let alice: TestAccount;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice");
});
afterAll(() => service[Symbol.asyncDispose]());

const modeOf = async (path: string) => (await stat(path)).mode & 0o777;

test("a login is stored for its owner's eyes alone, and forgotten", async () => {
  await using terminal = await openTerminal();
  const { loginPath, run } = terminal;
  expect((await run(["inbox"])).code).toBe(3);
  const login = ["login", `${service.baseUrl}/settings/access`];
  const done = await run(login, { input: `${alice.token}\n` });
  expect(done).toEqual({
    code: 0,
    out: `Logged in at ${service.baseUrl} as ${alice.address}.\n`,
    err: "",
  });
  expect(await modeOf(loginPath)).toBe(0o600);
  expect(await modeOf(dirname(loginPath))).toBe(0o700);
  expect((await run(["inbox"])).code).toBe(0);
  expect(await terminal.json(["logout"])).toEqual({ loggedOut: true });
  expect(await terminal.json(["logout"])).toEqual({ loggedOut: false });
  expect((await run(["inbox"])).code).toBe(3);
});

test("a token that may not read its account logs in, and a wrong one does not", async () => {
  await using terminal = await openTerminal();
  const login = ["login", service.baseUrl];
  const input = await service.addCredential(alice, ["conversations:read"]);
  expect(await terminal.json(login, { input })).toEqual({
    url: service.baseUrl,
    address: null,
  });
  for (const wrong of ["svc_wrong", "", "svc_a svc_b"]) {
    const { code, out, err } = await terminal.run(login, { input: wrong });
    expect([code > 0, out, err.includes("svc_wrong")]).toEqual([
      true,
      "",
      false,
    ]);
  }
  // The login from before is still there.
  expect((await terminal.run(["inbox"])).code).toBe(0);
});

test("a token goes to the service that gave it, and never unencrypted over a network", async () => {
  await using terminal = await openTerminal();
  const { run, loginPath } = terminal;
  for (const url of ["http://inbox.example", "ftp://localhost", "inbox"]) {
    const { code, err } = await run(["login", url], { input: alice.token });
    expect([code, err.startsWith(`Cannot reach ${url}`)]).toEqual([1, true]);
  }
  await run(["login", service.baseUrl], { input: alice.token });
  const elsewhere = { SVC_URL: "https://evil.example" };
  const refused = await run(["inbox"], { env: elsewhere });
  expect(refused.code).toBe(3);
  expect(refused.err).toContain("another service");
  const env = { SVC_URL: service.baseUrl, SVC_TOKEN: alice.token };
  expect((await run(["inbox"], { env })).code).toBe(0);
  await chmod(loginPath, 0o644);
  const seen = await run(["inbox"]);
  expect([seen.code, seen.out]).toEqual([1, ""]);
  expect(seen.err).toContain("others can read");
});
