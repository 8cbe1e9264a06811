import { expect, setDefaultTimeout, test } from "bun:test";
import { existsSync } from "node:fs";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { createClient } from "@libsql/client";
import { findChannel } from "../../packages/terminal/src/operator/channel.ts";
import { loadCore } from "../../src/cli/from_sources.ts";
import { openOperator } from "../../src/cli/operator.ts";
import type { OperatorChannel } from "../../src/cli/operator_channel.ts";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { readConfig } from "../../src/config/config.ts";
import { ANONYMOUS } from "../../src/core/access/principal.ts";
import { LIMITS } from "../../src/core/base/limits.ts";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { addAccount } from "../../src/core/operations/add_account.ts";
import { addCredential } from "../../src/core/operations/add_credential.ts";
import { findAccount } from "../../src/core/operations/find_account.ts";
import { getFreeAddress } from "../../src/core/operations/get_free_address.ts";
import { listCredentials } from "../../src/core/operations/list_credentials.ts";
import { revokeCredential } from "../../src/core/operations/revoke_credential.ts";
import { rotateCredential } from "../../src/core/operations/rotate_credential.ts";
import { setDomainRule } from "../../src/core/operations/set_domain_rule.ts";
import { verifyAudit } from "../../src/core/operations/verify_audit.ts";
import { openServices } from "../../src/process/open_services.ts";
import { SQLD, startServer } from "../core/db/sqld.ts";
import type { Opened } from "../core/fixture.ts";
import { openCore } from "../core/fixture.ts";
import { neverStored } from "./never_stored.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

/** The parser of commands, and the check of a wallet's address in a setting. */
const PACKAGES = ["commander", "@noble"];

/** Runs three commands, and tells which modules it has then. */
const LOADED = join(import.meta.dir, "loaded.ts");

const OPERATIONS = [
  addAccount,
  addCredential,
  findAccount,
  listCredentials,
  revokeCredential,
  rotateCredential,
  setDomainRule,
  verifyAudit,
  getFreeAddress,
];

async function channelOf({
  services,
  config,
}: Opened): Promise<OperatorChannel> {
  return await startOperatorChannel(services, {
    operations: OPERATIONS,
    path: config.operatorPath ?? "",
  });
}

test("svc talks to the service that runs, which alone owns the file", async () => {
  await using core = await openCore();
  const apart = { ...core, isApart: true };
  const channel = await channelOf(core);
  const path = core.config.operatorPath ?? "";
  expect((await stat(path)).mode & 0o777).toBe(0o600);

  const { account, credential, token } = await json(
    apart,
    ...["account", "add", "--local-part", "alice", "--name", "Alice"],
  );
  const principal = await authenticate(core.services, token);
  expect(principal).toMatchObject({ accountId: account.id });
  const rotated = await json(
    core,
    ...["credential", "rotate", credential.id, "--account", "alice"],
  );
  // The service's own memory of the old token is gone, too.
  expect(await authenticate(core.services, token)).toBe(ANONYMOUS);
  expect(await authenticate(core.services, rotated.token)).toMatchObject({
    accountId: account.id,
  });
  const taken = await svc(
    core,
    ...["account", "add", "--local-part", "alice", "--name", "Eve"],
  );
  expect(taken).toEqual({
    code: 1,
    out: "",
    err: 'Cannot claim "alice": it\'s taken.\n',
  });
  await channel.stop();
  expect(await Bun.file(path).exists()).toBe(false);
  await neverStored(core, [token, rotated.token]);
  expect(core.logged).toEqual([]);
});

test("help, a client's commands and those that ask the running service load none of it", async () => {
  await using core = await openCore();
  const channel = await channelOf(core);
  const { config } = core;
  const child = Bun.spawn([process.execPath, LOADED], {
    env: { DATABASE_URL: config.databaseUrl, HOME: core.directory },
    stdout: "pipe",
  });
  const { codes, modules } = await new Response(child.stdout).json();
  expect(codes).toEqual([0, 3, 0]);
  await channel.stop();
  const paths: string[] = modules;
  const packages = paths.flatMap(
    (it) => /^node_modules\/([^/]+)/.exec(it)?.[1] ?? [],
  );
  expect(new Set(packages)).toEqual(new Set(PACKAGES));
  const heavy =
    /^src\/(?:core\/(?:db|operations|pipeline|conversations)|process\/open|cli\/core\.)/;
  expect(paths.filter((it) => heavy.test(it))).toEqual([]);
  expect(paths).toContain("packages/terminal/src/operator/audit_command.ts");
});

test("a rule for a domain is in the log of the service, with its reason and time", async () => {
  await using core = await openCore();
  const channel = await channelOf(core);
  const why = ["--reason", "Floods"];
  await svc(core, ...["domain", "block", "b.example"], ...why);
  await svc(core, ...["domain", "forget", "b.example"]);
  await channel.stop();
  const of = { level: "info", event: "domain.ruled", domain: "b.example" };
  expect(core.logged.map((it) => JSON.parse(it))).toMatchObject([
    { ...of, rule: "block", reason: "Floods", by: "svc" },
    { ...of, rule: null, at: expect.stringMatching(/^20/) },
  ]);
});

test("svc makes no database: a path with none is named", async () => {
  await using core = await openCore();
  const path = `${core.directory}/other.db`;
  const env = { DATABASE_URL: `file:${path}` };
  const ran = await svc({ ...core, env }, "account", "list");
  expect(ran).toMatchObject({ code: 1, out: "" });
  expect(ran.err).toStartWith(`Cannot open ${path}: there's no database.`);
  expect(await Bun.file(path).exists()).toBe(false);
});

test.skipIf(!existsSync(SQLD))(
  "svc makes no database on a server either; the start of the service does",
  async () => {
    await using server = await startServer();
    await using core = await openCore();
    const list = () =>
      svc({ ...core, env: server.settings }, "account", "list");
    const ran = await list();
    expect(ran).toMatchObject({ code: 1, out: "" });
    const { host } = new URL(server.url);
    expect(ran.err).toStartWith(`Cannot open ${host}: there's no database.`);
    const client = createClient({ url: server.url });
    const made = await client.execute("select name from sqlite_master");
    client.close();
    expect(made.rows).toEqual([]);
    await (await openServices(readConfig(server.settings))).close();
    expect(await list()).toMatchObject({ code: 0 });
  },
);

test("a second owner of the file is refused with one sentence", async () => {
  await using core = await openCore();
  await expect(
    openOperator(core.config, { waitMs: 0, core: loadCore }),
  ).rejects.toThrow(
    /^Cannot open .*inbox\.db: another process already serves it, and it doesn't answer svc$/,
  );
});

test("a program at the port of a killed service is not believed, and gets no token", async () => {
  await using core = await openCore();
  const heard: Headers[] = [];
  const impostor = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: ({ headers }) => {
      heard.push(headers);
      return new Response(null, { status: 204, headers });
    },
  });
  const path = join(core.directory, "left.json");
  await Bun.write(path, JSON.stringify({ port: impostor.port, token: "t" }));
  expect(await findChannel(path)).toBeUndefined();
  expect(heard.map((it) => it.get("authorization"))).toEqual([null]);
  await impostor.stop(true);
});

test("the channel serves the operator alone, and operator operations alone", async () => {
  await using core = await openCore();
  const channel = await channelOf(core);
  const { port, token } = await Bun.file(core.config.operatorPath ?? "").json();
  const send = (body: unknown, authorization?: string) =>
    fetch(`http://127.0.0.1:${port}/`, {
      method: "POST",
      body: typeof body === "string" ? body : JSON.stringify(body),
      headers: authorization === undefined ? {} : { authorization },
    });
  const call = { operation: "find_account", input: { account: "hello" } };
  for (const wrong of [undefined, "", "Bearer", `Bearer ${token}x`, token]) {
    const refused = await send(call, wrong);
    expect(refused.status).toBe(401);
    expect(await refused.text()).toBe("");
  }
  const right = `Bearer ${token}`;
  expect((await send(call, right)).status).toBe(200);
  for (const [body, status, code] of [
    [
      { operation: "get_free_address", input: {} },
      404,
      "unknown_operator_call",
    ],
    [{ operation: "__proto__" }, 404, "unknown_operator_call"],
    [{ operation: 1 }, 404, "unknown_operator_call"],
    [[], 404, "unknown_operator_call"],
    [null, 404, "unknown_operator_call"],
    ["{", 400, "invalid_json"],
    [{ operation: "find_account" }, 400, "invalid_input"],
    [
      { operation: "find_account", input: { account: 1 } },
      400,
      "invalid_input",
    ],
  ] as const) {
    const refused = await send(body, right);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ code });
  }
  const long = "x".repeat(LIMITS.operatorRequestBytesMax + 1);
  expect((await send(long, right)).status).toBe(413);
  await channel.stop();
});
