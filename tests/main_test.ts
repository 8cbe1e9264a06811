import {
  afterEach,
  beforeEach,
  describe,
  expect,
  setDefaultTimeout,
  test,
} from "bun:test";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { complaintsIn } from "../scripts/server_process.ts";
import { startedScript } from "../scripts/started_script.ts";
import { svc } from "../src/cli/from_sources.ts";
import { emptyDirectory } from "./directory.ts";

setDefaultTimeout(30_000);

const MAIN = await startedScript();

let directory = "";
let started: Bun.Subprocess<"ignore", "pipe", "pipe">[] = [];

beforeEach(async () => {
  directory = await emptyDirectory("inbox-main-");
  started = [];
});

afterEach(async () => {
  for (const child of started) child.kill("SIGKILL");
  await Promise.all(started.map(({ exited }) => exited));
  await rm(directory, { recursive: true });
});

function start(env: Record<string, string>) {
  const child = Bun.spawn([process.execPath, MAIN], {
    env: {
      DATABASE_URL: `file:${directory}/inbox.db`,
      ...env,
    },
    stdin: "ignore",
    stdout: "pipe",
    stderr: "pipe",
  });
  started.push(child);
  return child;
}

function freePort(): number {
  const socket = Bun.listen({
    hostname: "127.0.0.1",
    port: 0,
    socket: { data() {} },
  });
  socket.stop(true);
  return socket.port;
}

/** Starts on a free port; gives back once it has said that it is ready. */
async function startReady(env: Record<string, string> = {}) {
  const port = freePort();
  const child = start({ PORT: String(port), ...env });
  let said = "";
  for await (const chunk of child.stdout) {
    said += new TextDecoder().decode(chunk);
    if (said.includes("Give the token")) break;
  }
  return { child, said, baseUrl: `http://localhost:${port}`, port };
}

/** Adds an account as an operator would, while the service runs. */
async function newAccount() {
  let said = "";
  await svc(
    ["account", "add", "--local-part", "alice", "--name", "Alice", "--json"],
    {
      env: { DATABASE_URL: `file:${directory}/inbox.db` },
      out: (text) => {
        said += text;
      },
      err() {},
    },
  );
  return {
    authorization: `Bearer ${JSON.parse(said).token}`,
    "content-type": "application/json",
  };
}

/** Begins a request whose body lacks its last byte, which holds the drain. */
async function halfRequest(port: number, headers: { authorization: string }) {
  const { promise: answer, resolve } = Promise.withResolvers<string>();
  const socket = await Bun.connect({
    hostname: "localhost",
    port,
    socket: {
      data: (_socket, data) => resolve(data.toString()),
      close: () => resolve("closed without an answer"),
    },
  });
  socket.write(
    `POST /v1/conversations HTTP/1.1\r\nHost: localhost\r\nAuthorization: ${headers.authorization}\r\nContent-Length: 2\r\n\r\n{`,
  );
  // An answer to a later request shows that the earlier one has arrived.
  await fetch(`http://localhost:${port}/healthz`);
  return { socket, answer };
}

async function isListening(port: number): Promise<boolean> {
  try {
    const socket = await Bun.connect({
      hostname: "localhost",
      port,
      socket: { data() {} },
    });
    socket.end();
    return true;
  } catch {
    return false;
  }
}

describe("the process", () => {
  test("says where it is and how to go on, names a secret that everybody may read in its log, and stops on ctrl+c", async () => {
    const path = join(directory, "secret");
    await Bun.write(path, "0123456789abcdef".repeat(4), { mode: 0o644 });
    const { child, said, baseUrl } = await startReady({
      AUTH_SECRET_FILE: path,
    });
    for (const text of [
      `${baseUrl}/v1/conversations`,
      `"url": "${baseUrl}/api/mcp"`,
      `${baseUrl}/a2a`,
      `${baseUrl}/.well-known/agent-card.json`,
      `${baseUrl}/docs`,
      'npx -y bun@1.4.5 run svc account add --local-part alice --name "Alice" --email alice@example.org',
    ]) {
      expect(said).toContain(text);
    }
    expect((await fetch(`${baseUrl}/readyz`)).status).toBe(200);
    child.kill("SIGINT");
    expect(await child.exited).toBe(0);
    const log = await new Response(child.stderr).text();
    const told = /^.*"secrets\.open".*chmod 600 .*\/secret.*\n/m;
    expect(log).toMatch(told);
    expect(complaintsIn(log.replace(told, ""))).toBe("");
  });

  test("ends with 0 on SIGTERM, with connections and event streams still open, and keeps what it answered", async () => {
    const first = await startReady();
    const idle = await Bun.connect({
      hostname: "localhost",
      port: first.port,
      socket: { data() {} },
    });
    const headers = await newAccount();
    const at = `${first.baseUrl}/v1/conversations`;
    const created = await fetch(at, { method: "POST", headers, body: "{}" });
    const { conversationId } = await created.json();
    const stream = await fetch(`${at}/${conversationId}/subscribe`, {
      headers: { ...headers, accept: "text/event-stream" },
    });
    first.child.kill("SIGTERM");
    expect(await stream.text()).toContain("event: ready");
    expect(await first.child.exited).toBe(0);
    const log = await new Response(first.child.stderr).text();
    expect(complaintsIn(log)).toBe("");
    idle.end();

    const second = await startReady();
    const read = await fetch(
      `${second.baseUrl}/v1/conversations/${conversationId}`,
      { headers },
    );
    expect(read.status).toBe(200);
  });

  test("is not ready while it drains, serves all that comes until it stops, and answers a request that it had begun before it ends", async () => {
    const { child, baseUrl, port } = await startReady({
      DRAIN_SECONDS: "1",
      RATE_LIMITS: "off",
    });
    const headers = await newAccount();
    const at = `${baseUrl}/v1/conversations`;
    const ready = async () => (await fetch(`${baseUrl}/readyz`)).status;
    expect(await ready()).toBe(200);
    const begun = await halfRequest(port, headers);
    const before = performance.now();
    child.kill("SIGTERM");
    let served = 0;
    while ((await ready()) === 200);
    const { detail } = await (await fetch(`${baseUrl}/readyz`)).json();
    expect(detail).toContain("this node is stopping");
    // Reads: a fast machine would meet the most drafts that an account may have.
    for (;;) {
      const answer = await fetch(at, { headers }).catch(() => undefined);
      if (!answer) break;
      expect(answer.status).toBe(200);
      served += 1;
    }
    expect(performance.now() - before).toBeGreaterThan(950);
    expect(served).toBeGreaterThan(2);
    expect(child.exitCode).toBeNull();
    begun.socket.write("}");
    expect(await begun.answer).toStartWith("HTTP/1.1 201 Created");
    expect(await child.exited).toBe(0);
  });

  test("waits for a libSQL server that is not there yet, and says so", async () => {
    const child = start({
      PORT: String(freePort()),
      DATABASE_URL: `http://127.0.0.1:${freePort()}`,
    });
    const said = child.stderr.getReader();
    const { value } = await said.read();
    expect(new TextDecoder().decode(value)).toContain('"database.awaited"');
    expect(child.exitCode).toBeNull();
  });

  test("ends at once on the second signal", async () => {
    const { child, port } = await startReady();
    const { socket } = await halfRequest(port, await newAccount());
    child.kill("SIGTERM");
    while (await isListening(port));
    expect(child.exitCode).toBeNull();
    child.kill("SIGTERM");
    expect(await child.exited).toBe(1);
    socket.end();
  });

  test("does not start with a wrong setting, and names it", async () => {
    const child = start({ PORT: "99999" });
    expect(await child.exited).toBe(1);
    const said = await new Response(child.stderr).text();
    expect(said).toMatch(/^[^\n]+\n$/);
    expect(said).toContain("PORT");
  });

  test("does not make a folder of backups that is not there: its disk may not be mounted", async () => {
    const folder = join(directory, "unmounted/backups");
    const child = start({
      PORT: String(freePort()),
      BACKUP_DIR: folder,
      BACKUP_KEYS: "none",
    });
    expect(await child.exited).toBe(1);
    expect(await new Response(child.stderr).text()).toBe(
      `Cannot start: BACKUP_DIR names ${folder}, which is no folder. Make it, or mount its disk\n`,
    );
    expect(existsSync(join(directory, "unmounted"))).toBe(false);
  });

  test("does not start on a port or a database in use, in one sentence, nor take an emptied file beside keys for a new database", async () => {
    const first = await startReady();
    const onPort = start({
      PORT: String(first.port),
      DATABASE_URL: `file:${directory}/other.db`,
    });
    const onDatabase = start({ PORT: String(freePort()) });
    expect(await onPort.exited).toBe(1);
    expect(await new Response(onPort.stderr).text()).toBe(
      `Cannot start: port ${first.port} is in use, set PORT to another one\n`,
    );
    expect(await onDatabase.exited).toBe(1);
    expect(await new Response(onDatabase.stderr).text()).toMatch(
      /^Cannot open [^\n]+ already serves it\n$/,
    );
    first.child.kill("SIGTERM");
    await first.child.exited;
    const path = join(directory, "inbox.db");
    for (const end of ["", "-wal", "-shm"]) {
      await rm(`${path}${end}`, { force: true });
    }
    await Bun.write(path, "");
    const second = start({ PORT: String(freePort()) });
    expect(await second.exited).toBe(1);
    expect(await new Response(second.stderr).text()).toBe(
      `Cannot open ${path}: it is empty, and the keys of a service lie beside it. Restore a backup, or remove the empty file to begin anew with these keys\n`,
    );
    await rm(path);
    expect((await startReady()).said).toContain("is ready");
  });
});
