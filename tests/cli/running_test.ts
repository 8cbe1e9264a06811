import { expect, setDefaultTimeout, test } from "bun:test";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ServerProcess } from "../../scripts/server_process.ts";
import { startProcess } from "../../scripts/server_process.ts";
import { startedScript } from "../../scripts/started_script.ts";
import { svc as runSvc } from "../../src/cli/from_sources.ts";

setDefaultTimeout(60_000);

/** A home of its own, and the services that its user starts. */
async function user() {
  const home = await mkdtemp(join(tmpdir(), "svc-home-"));
  const notes = join(home, ".config", "svc", "running");
  const env = { HOME: home, LOG_LEVEL: "off" };
  return {
    home,
    notes,
    start: async () => startProcess({ script: await startedScript(), env }),
    /** A second terminal of the same user, which sets nothing. */
    async svc(...args: readonly string[]) {
      let [out, err] = ["", ""];
      const code = await runSvc(args, {
        env: { HOME: home },
        out: (text) => {
          out += text;
        },
        err: (text) => {
          err += text;
        },
      });
      return { code, out, err };
    },
    async [Symbol.asyncDispose]() {
      await rm(home, { recursive: true });
    },
  };
}

async function added(service: ServerProcess, localPart: string) {
  const card = `${service.baseUrl}/@${localPart}/agent-card.json`;
  return (await fetch(card)).status;
}

test("a second terminal finds the running service, whatever the first one set", async () => {
  await using me = await user();
  await using service = await me.start();
  const args = ["account", "add", "--local-part", "alice", "--name", "Alice"];
  expect(await me.svc(...args)).toMatchObject({ code: 0, err: "" });
  expect(await added(service, "alice")).toBe(200);
  const { out } = await me.svc("config");
  expect(out).toContain(`${service.port}`);

  const [name = ""] = await readdir(me.notes);
  const path = join(me.notes, name);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect((await stat(me.notes)).mode & 0o777).toBe(0o700);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
    pid: service.pid,
    folder: process.cwd(),
    settings: {
      DATABASE_URL: service.env.DATABASE_URL?.replace("file:", "file://"),
      PORT: `${service.port}`,
      BASE_URL: service.baseUrl,
      ADDRESS_DOMAIN: "inbox.localhost",
    },
  });
  await service.stop();
  expect(await readdir(me.notes)).toEqual([]);
});

test("of several it asks for one, by the port", async () => {
  await using me = await user();
  await using one = await me.start();
  await using other = await me.start();
  const asked = await me.svc("account", "list");
  expect(asked.code).toBe(1);
  expect(asked.err).toStartWith("Cannot choose between 2 running services");
  for (const { port } of [one, other]) {
    expect(asked.err).toContain(`--port ${port}`);
  }
  const args = ["account", "add", "--local-part", "bob", "--name", "Bob"];
  const port = ["--port", `${other.port}`];
  expect(await me.svc(...args, ...port)).toMatchObject({ code: 0, err: "" });
  expect(await added(other, "bob")).toBe(200);
  expect(await added(one, "bob")).toBe(404);
  const none = await me.svc("account", "list", "--port", "1");
  expect(none.err).toContain("no running service");
  // A service that was killed leaves its note, which leads nowhere.
  process.kill(other.pid, "SIGKILL");
  await other.stop();
  const left = await me.svc("account", "list");
  expect(left).toMatchObject({ code: 0, err: "" });
  expect(left.out).not.toContain("bob");
  expect(await readdir(me.notes)).toHaveLength(1);
});

test("a terminal that names a database has that one, and login and inbox ask no service here", async () => {
  await using me = await user();
  await using service = await me.start();
  await using other = await me.start();
  let out = "";
  const code = await runSvc(["account", "list"], {
    env: { HOME: me.home, DATABASE_URL: service.env.DATABASE_URL ?? "" },
    out: (text) => {
      out += text;
    },
    err: () => {},
  });
  expect([code, out.length > 0]).toEqual([0, true]);
  const inbox = await me.svc("inbox");
  expect(inbox.err).not.toContain("choose");
  expect(other.pid).not.toBe(service.pid);
});
