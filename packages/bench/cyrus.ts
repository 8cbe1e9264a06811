import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Subprocess } from "bun";
import { freePort } from "../../scripts/server_process.ts";
import type { Contender, Round } from "./contenders.ts";
import type { Sent } from "./load.ts";
import { runAll } from "./load.ts";
import { postRequest } from "./wires.ts";
import { at, textOf } from "./world.ts";

const MASTER = "/usr/sbin/cyrmaster";
const HTTPD = "/usr/lib/cyrus/bin/httpd";
/** Cyrus keeps the first user of a connection for all its requests: there is one. */
const USER = "agent";
const PASSWORD = "secret";
/** Mailboxes that are written to in turn: each has one writer at a time. */
const MAILBOXES = 16;
const USING = ["urn:ietf:params:jmap:core", "urn:ietf:params:jmap:mail"];
const START_MS_MAX = 10_000;
const STOP_MS_MAX = 5_000;

/** True if Debian's cyrus-imapd, cyrus-caldav and sasl2-bin are installed; for root only. */
export function hasCyrus(): boolean {
  return (
    existsSync(MASTER) &&
    existsSync(HTTPD) &&
    Bun.which("saslpasswd2") !== null &&
    process.getuid?.() === 0
  );
}

/** A JMAP server: mails are put into 16 mailboxes of one person, and read (RFC 8621). */
export async function cyrusContenders(
  tasks: number,
  stack: AsyncDisposableStack,
): Promise<readonly Contender[]> {
  const { port, server } = await startCyrus(stack);
  await signIn(port + 1);
  const mailboxes = await makeMailboxes(port);
  const ids: string[] = [];
  const set: Round = {
    refusals: ['"error"'],
    request: (n) => emailSet(n, at(mailboxes, n)),
    check(body, n) {
      const [, { created }] = JSON.parse(body).methodResponses[0];
      if (!created) throw new Error(`Cyrus made no mail: ${body}`);
      ids[n] = created.c.id;
    },
  };
  await runAll(set, { port, connections: 8, requestsMax: tasks });
  const kept = [...ids];
  const get: Round = {
    refusals: ['"error"', '"notFound":["'],
    request: (n) => emailGet(at(kept, n)),
    check(body, n) {
      const { list } = JSON.parse(body).methodResponses[0][1];
      const [{ bodyValues }] = list;
      if (bodyValues["1"].value === textOf(n % kept.length)) return;
      throw new Error(`Expected a mail, got ${body.slice(0, 80)}`);
    },
  };
  return [
    { name: "JMAP Email/set, Cyrus", server, prepare: async () => set },
    { name: "JMAP Email/get, Cyrus", server, prepare: async () => get },
  ];
}

function call(method: string, args: object): Sent {
  const authorization = `Basic ${btoa(`${USER}:${PASSWORD}`)}`;
  const methodCalls = [[method, { accountId: USER, ...args }, "c"]];
  const body = { using: USING, methodCalls };
  return postRequest("/jmap/", "", body, { authorization });
}

function emailSet(n: number, mailbox: string): Sent {
  const mail = {
    mailboxIds: { [mailbox]: true },
    subject: `Conversation ${n}`,
    from: [{ email: "person@localhost" }],
    to: [{ email: `${USER}@localhost` }],
    bodyValues: { 1: { value: textOf(n) } },
    textBody: [{ partId: "1", type: "text/plain" }],
  };
  return call("Email/set", { create: { c: mail } });
}

function emailGet(id: string): Sent {
  return call("Email/get", { ids: [id], fetchTextBodyValues: true });
}

/** Signs in by IMAP once, which makes the account. */
async function signIn(port: number): Promise<void> {
  const signedIn = Promise.withResolvers<void>();
  const socket = await Bun.connect({
    hostname: "127.0.0.1",
    port,
    socket: {
      data: (_socket, bytes) => {
        if (bytes.includes("a OK")) signedIn.resolve();
        if (bytes.includes("a NO")) signedIn.reject(new Error(`${bytes}`));
      },
      close: () => signedIn.reject(new Error("Cyrus hung up")),
    },
  });
  socket.write(`a LOGIN ${USER} ${PASSWORD}\r\n`);
  await signedIn.promise;
  socket.end();
}

/** The ids of new mailboxes. */
async function makeMailboxes(port: number): Promise<readonly string[]> {
  const names = Array.from({ length: MAILBOXES }, (_, n) => `m${n}`);
  const create = Object.fromEntries(names.map((name) => [name, { name }]));
  const { path, ...init } = call("Mailbox/set", { create });
  const answer = await fetch(`http://localhost:${port}${path}`, init);
  const { created } = (await answer.json()).methodResponses[0][1];
  return names.map((name) => created[name].id);
}

/** HTTP at the port, IMAP at the next one. */
async function startCyrus(stack: AsyncDisposableStack) {
  const folder = await mkdtemp(join(tmpdir(), "inbox-cyrus-"));
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const port = freePort();
  const file = (name: string) => join(folder, name);
  for (const name of ["conf/socket", "data", "proc", "lock"]) {
    await mkdir(file(name), { recursive: true });
  }
  const pidFile = file("master.pid");
  await Bun.write(file("imapd.conf"), settings(folder));
  const service = (name: string, at: number) =>
    `${name} cmd="${name} -C ${file("imapd.conf")}" listen="127.0.0.1:${at}" prefork=4`;
  await Bun.write(
    file("cyrus.conf"),
    `START {\n}\nSERVICES {\n${service("httpd", port)}\n${service("imapd", port + 1)}\n}\nEVENTS {\n}\n`,
  );
  const secrets = ["-p", "-c", "-f", file("sasldb2"), "-u", "localhost"];
  Bun.spawnSync(["saslpasswd2", ...secrets, USER], {
    stdin: Buffer.from(`${PASSWORD}\n`),
  });
  Bun.spawnSync(["chown", "-R", "cyrus:mail", folder]);
  await chmod(folder, 0o755);
  const conf = ["-C", file("imapd.conf"), "-M", file("cyrus.conf")];
  const master: Subprocess = Bun.spawn([MASTER, ...conf, "-p", pidFile], {
    stdout: "ignore",
    stderr: "ignore",
  });
  stack.defer(async () => {
    master.kill("SIGTERM");
    await Promise.race([master.exited, Bun.sleep(STOP_MS_MAX)]);
    master.kill("SIGKILL");
  });
  const deadline = performance.now() + START_MS_MAX;
  const url = `http://localhost:${port}/jmap/`;
  while (!(await fetch(url).catch(() => null))) {
    if (performance.now() > deadline) throw new Error("Cyrus does not start");
    await Bun.sleep(50);
  }
  const pid = Number(await readFile(pidFile, "utf8").catch(() => master.pid));
  return { port, server: { port, pid, complaints: () => "" } };
}

function settings(folder: string): string {
  return `configdirectory: ${folder}/conf
partition-default: ${folder}/data
proc_path: ${folder}/proc
mboxname_lockpath: ${folder}/lock
sasl_sasldb_path: ${folder}/sasldb2
sasl_mech_list: PLAIN
sasl_pwcheck_method: auxprop
sasl_auxprop_plugin: sasldb
allowplaintext: yes
httpallowplaintext: yes
httpmodules: jmap
conversations: 1
autocreate_users: anyone
autocreate_quota: 0
servername: localhost
unixhierarchysep: yes
`;
}
