import { afterAll, beforeAll, expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildExecutable } from "../../scripts/build.ts";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { ROOT, startProcess } from "../../scripts/server_process.ts";
import { IS_PROOF, inProof, sample } from "../proof.ts";

setDefaultTimeout(120_000);

let folder = "";
let inbox = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "inbox-executable-"));
  inbox = join(folder, "inbox");
  if (IS_PROOF) await buildExecutable(inbox);
});
afterAll(() => rm(folder, { recursive: true }));

/** What the executable is made of: each day it is asked, and built in the proof alone. */
const SOURCES = [process.execPath, join(ROOT, "src/inbox.ts")];

/** Runs the executable where there is nothing else. */
async function run(service: Pick<ServerProcess, "env">, ...args: string[]) {
  const program = sample(SOURCES, [inbox]);
  const child = Bun.spawn([...program, ...args], {
    cwd: folder,
    env: service.env,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return { code: await child.exited, out, err };
}

const addAlice = [
  ...["svc", "account", "add", "--local-part", "alice"],
  ...["--name", "Alice", "--json"],
];

/** An answer of MCP, whatever it was asked. */
async function mcp(
  { baseUrl }: ServerProcess,
  token: string,
  method: string,
  params: object,
) {
  const response = await fetch(`${baseUrl}/api/mcp`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  return (await response.text()).replaceAll("\\n", "\n");
}

inProof(
  "one file serves every wire, the pages and the terminal, and keeps what it was given",
  async () => {
    await using service = await startProcess({ runtime: inbox });
    const { baseUrl } = service;
    await service.shown(/ {2}inbox svc account add/);
    const added = await run(service, ...addAlice);
    expect(added).toMatchObject({ code: 0, err: "" });
    const { token } = JSON.parse(added.out);
    const authorization = `Bearer ${token}`;
    const created = await fetch(`${baseUrl}/v1/conversations`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: JSON.stringify({
        to: ["hello@inbox.localhost"],
        parts: [{ text: "Are you there?" }],
        submit: true,
      }),
    });
    expect(created.status).toBe(201);
    // The list is read in a thread of its own.
    const list = await fetch(`${baseUrl}/v1/conversations?view=sent`, {
      headers: { authorization },
    });
    expect(await list.text()).toContain("Are you there?");
    for (const page of ["/inbox", "/sign-in", "/docs"]) {
      const text = await (await fetch(`${baseUrl}${page}`)).text();
      const loaded = [
        ...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css)[^"]*)"/g),
      ];
      expect([page, loaded.length]).not.toEqual([page, 0]);
      for (const [, path] of loaded) {
        const file = await fetch(`${baseUrl}${path}`);
        expect([path, file.status]).toEqual([path, 200]);
        expect((await file.text()).length).toBeGreaterThan(100);
      }
    }
    const manifest = await fetch(`${baseUrl}/manifest.webmanifest`);
    const { icons } = (await manifest.json()) as {
      readonly icons: readonly {
        readonly src: string;
        readonly type: string;
      }[];
    };
    expect(icons.length).toBeGreaterThan(1);
    for (const { src, type } of icons) {
      const icon = await fetch(`${baseUrl}${src}`);
      expect(icon.headers.get("content-type")).toStartWith(type);
      expect((await icon.bytes()).length).toBeGreaterThan(100);
    }
    const worker = await fetch(`${baseUrl}/push_worker.js`);
    expect(await worker.text()).toContain("showNotification");
    expect(await mcp(service, token, "tools/list", {})).toContain(
      "create_conversation",
    );
    const card = { uri: "ui://inbox/approval.html" };
    expect(await mcp(service, token, "resources/read", card)).toContain(
      "<script",
    );
    expect(await run(service, "svc", "verify")).toMatchObject({ code: 0 });
    const backup = ["svc", "backup", join(folder, "one.backup"), "--no-keys"];
    expect(await run(service, ...backup)).toMatchObject({ code: 0, err: "" });
    expect(await run(service, "ready")).toMatchObject({ code: 0, err: "" });
    expect(service.complaints()).toBe("");
    expect(await service.stop()).toBe(0);
    expect((await run(service, "ready")).code).toBe(1);
    expect((await run(service, "svc", "account", "list")).out).toContain(
      "Alice",
    );
  },
);

inProof(
  "a database is made, looked through, backed up and restored by the one file",
  async () => {
    const place = join(folder, "whole");
    const env = { DATABASE_URL: `file:${join(place, "inbox.db")}` };
    const check = ["svc", "upgrade", "--check"];
    expect((await run({ env }, ...check)).out).toStartWith(
      "There's no database",
    );
    await using service = await startProcess({ runtime: inbox, env });
    expect((await run(service, ...check)).out).toStartWith("Nothing to do");
    expect(await run(service, ...addAlice)).toMatchObject({ code: 0, err: "" });
    expect(await run(service, "svc", "verify")).toMatchObject({ code: 0 });
    const backup = join(place, "whole.backup");
    const BACKUP_PASSPHRASE = "a passphrase for a test";
    const withKeys = { env: { ...service.env, BACKUP_PASSPHRASE } };
    expect(await run(withKeys, "svc", "backup", backup)).toMatchObject({
      code: 0,
      err: "",
    });
    expect(service.complaints()).toBe("");
    expect(await service.stop()).toBe(0);
    const url = `file:${join(place, "restored", "inbox.db")}`;
    const elsewhere = { env: { ...withKeys.env, DATABASE_URL: url } };
    expect(
      await run(elsewhere, "svc", "restore", backup, "--verify"),
    ).toMatchObject({ code: 0 });
    const restored = await run(elsewhere, "svc", "account", "list");
    expect(restored.out).toContain("Alice");
  },
);

test("a word that it does not know is refused", async () => {
  expect(await run({ env: {} }, "serve")).toEqual({
    code: 1,
    out: "",
    err: "Cannot run this: `inbox` alone serves, `inbox ready` asks whether it does, `inbox svc --help` shows what an operator does.\n",
  });
});
