import { afterAll, beforeAll, expect, test } from "bun:test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ROOT, startProcess } from "../../../scripts/server_process.ts";
import { startedScript } from "../../../scripts/started_script.ts";
import { openNetwork, startCaddy } from "./network.ts";

/** Where each name is; what is at the last two must not be believed. */
const NAMES = {
  "a.example": "45.0.0.1",
  "inbox.a.example": "45.0.0.1",
  "b.example": "45.0.0.2",
  "forged.example": "45.0.0.3",
  "inside.example": "127.0.0.1",
};
const PORTS = { "a.example": 3001, "b.example": 3002 } as const;
const BASE = {
  "a.example": "https://inbox.a.example",
  "b.example": "https://b.example",
} as const;
const DOMAINS = ["a.example", "b.example"] as const;
type Domain = (typeof DOMAINS)[number];
const PEOPLE = { "a.example": "alice", "b.example": "bob" } as const;
const otherThan = (domain: Domain): Domain =>
  domain === "a.example" ? "b.example" : "a.example";
const MAIN = join(ROOT, "src/cli/main.ts");
const WAIT_MS = 30_000;

const stack = new AsyncDisposableStack();
afterAll(() => stack.disposeAsync());

let shared: Record<string, string> = {};
let root = "";
let asked: ReadonlySet<string>;
const tokens: Record<string, string> = {};
const witnesses: Partial<Record<Domain, string>> = {};

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "inbox-caddy-"));
  stack.defer(() => rm(folder, { recursive: true }));
  const network = await openNetwork(NAMES, folder);
  stack.defer(() => network.close());
  ({ asked } = network);
  const caddy = await startCaddy(await caddyfile(), folder, BASE["a.example"]);
  stack.use(caddy);
  ({ root } = caddy);
  shared = {
    FEDERATION: "allowlist",
    NODE_ENV: "production",
    NODE_EXTRA_CA_CERTS: root,
    CLIENT_IP_HEADER: "x-real-ip",
    XDG_RUNTIME_DIR: folder,
  };
  const first = await startBoth(folder);
  for (const other of ["b.example", "forged.example", "inside.example"]) {
    await svc("a.example", "domain", "allow", other);
  }
  await svc("b.example", "domain", "allow", "a.example");
  tokens.alice = await account("a.example", "alice");
  tokens.bob = await account("b.example", "bob");
  witnesses["a.example"] = await startWitness("a.example", folder);
  witnesses["b.example"] = await startWitness("b.example", folder);
  await first.disposeAsync();
  stack.use(await startBoth(folder));
}, 60_000);

/** The proxy of the documentation, with an authority of its own, and one more host. */
async function caddyfile(): Promise<string> {
  const page = await Bun.file(join(ROOT, "docs/federation.md")).text();
  const [written = "", line = ""] = [
    ...page.matchAll(/```caddyfile\n(.*?)```/gs),
  ].map(([, text]) => text);
  const witness = (port: number) => line.replace("3100", `${port}`);
  return `{
	admin off
	skip_install_trust
	local_certs
	pki {
		ca other {
			name "An authority that nobody trusts"
		}
	}
}
${written.replace("inbox.a.example {\n", (it) => it + witness(3101))}
b.example {
${witness(3102)}
	reverse_proxy localhost:3002 {
		header_up X-Real-IP {remote_host}
		flush_interval -1
	}
}
forged.example {
	tls {
		issuer internal {
			ca other
		}
	}
	reverse_proxy localhost:3002
}
`;
}

/** The services, with the witnesses that are there. */
async function startBoth(folder: string): Promise<AsyncDisposableStack> {
  const script = await startedScript();
  const both = new AsyncDisposableStack();
  for (const domain of DOMAINS) {
    const witness = witnesses[otherThan(domain)];
    const env = {
      ...shared,
      PORT: `${PORTS[domain]}`,
      ADDRESS_DOMAIN: domain,
      BASE_URL: BASE[domain],
      DATABASE_URL: `file:${join(folder, domain, "inbox.db")}`,
      ...(witness && { LOG_WITNESSES: witness }),
    };
    both.use(await startProcess({ script, env }));
  }
  return both;
}

/** A witness at a domain for the log of the other: the setting that the other has. */
async function startWitness(domain: Domain, folder: string): Promise<string> {
  const other = otherThan(domain);
  await signLog(other);
  const { key } = await call(PEOPLE[other], "/v1/audit/log");
  const { host } = new URL(BASE[domain]);
  const port = PORTS[domain] + 100;
  const child = Bun.spawn(
    [
      ...[process.execPath, MAIN, "witness", join(folder, domain, "witness")],
      ...["--name", `${host}/witness`, "--log", key, "--listen", `${port}`],
    ],
    { env: { HOME: folder }, stdout: "pipe", stderr: "inherit" },
  );
  stack.defer(async () => {
    child.kill();
    await child.exited;
  });
  let said = "";
  const decoder = new TextDecoder();
  for await (const chunk of child.stdout) {
    said += decoder.decode(chunk);
    if (said.includes("ready")) break;
  }
  return `${said.split("\n", 1)[0]} ${BASE[domain]}/witness`;
}

/** Has a service sign its log now. */
async function signLog(domain: Domain): Promise<void> {
  const file = join(shared.XDG_RUNTIME_DIR ?? "", `${domain}.checkpoint`);
  await rm(file, { force: true });
  await svc(domain, "audit", "checkpoint", file);
}

async function svc(domain: Domain, ...words: string[]): Promise<string> {
  const port = ["--port", `${PORTS[domain]}`];
  const child = Bun.spawn([process.execPath, MAIN, ...port, ...words], {
    env: { ...shared, HOME: shared.XDG_RUNTIME_DIR ?? "" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [said, complaint] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
  ]);
  return (await child.exited) === 0 ? said : `${said}${complaint}`;
}

async function account(domain: Domain, name: string): Promise<string> {
  const said = await svc(
    domain,
    ...["account", "add", "--local-part", name, "--name", name],
  );
  const [token] = /svc_\w+/.exec(said) ?? [];
  if (token === undefined) throw new Error(said);
  return token;
}

/** Calls REST of the inbox of Alice or Bob through its proxy. */
async function call(who: "alice" | "bob", path: string, body?: object) {
  const domain = who === "alice" ? "a.example" : "b.example";
  const answer = await fetch(`${BASE[domain]}${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: `Bearer ${tokens[who]}`,
      ...(body && { "content-type": "application/json" }),
    },
    ...(body && { body: JSON.stringify(body) }),
    tls: { ca: Bun.file(root) },
  });
  const read = await answer.json();
  if (!answer.ok) throw new Error(JSON.stringify(read));
  return read;
}

/** Reads a path until it has what is looked for; the service answers when it has changed. */
async function until<T>(
  who: "alice" | "bob",
  path: string,
  find: (read: Awaited<ReturnType<typeof call>>) => T | undefined,
): Promise<T> {
  let waiting = "waitSeconds=0";
  for (const end = performance.now() + WAIT_MS; performance.now() < end; ) {
    const isAudit = path.endsWith("/audit");
    const read = await call(who, isAudit ? path : `${path}?${waiting}`);
    const found = find(read);
    if (found !== undefined) return found;
    waiting = `waitSeconds=20&since=${read.since}`;
  }
  throw new Error(`It did not come to ${path}`);
}

const TITLE = "Which way is north?";

test.each(DOMAINS)(
  "%s is found by its name, with its keys, and has no setting of development",
  async (domain) => {
    const said = await svc(domain, "doctor");
    expect(said).toMatch(/^ok +Settings +no .*development-only settings$/m);
    expect(said).toMatch(/^ok +Federation .* leads to its cards and keys$/m);
    expect(said).not.toMatch(/^bad /m);
  },
);

test("a question goes to a name of the other, is answered and finished; each has the other's signature", async () => {
  const { conversationId: there } = await call("alice", "/v1/conversations", {
    to: ["bob@b.example"],
    text: TITLE,
    submit: true,
  });
  const here: string = await until("bob", "/v1/conversations", (read) => {
    const listed: { title: string; conversationId: string }[] =
      read.conversations;
    return listed.find(({ title }) => title === TITLE)?.conversationId;
  });
  await call("bob", `/v1/conversations/${here}/messages`, { text: "Up." });
  await call("bob", `/v1/conversations/${here}/complete`, {});
  const ended = await until("alice", `/v1/conversations/${there}`, (read) =>
    read.conversation.state === "completed" ? read : undefined,
  );
  expect(ended.messages.at(-1)).toMatchObject({
    text: "Up.",
    author: { address: "bob@b.example" },
    trust: { origin: "https://b.example" },
  });
  // The signed body is recorded once all that it says is taken.
  await until("alice", `/v1/conversations/${there}/audit`, ({ records }) =>
    records.find((it: { type: string }) => it.type === "remote.received"),
  );
  const atB = await call("bob", `/v1/conversations/${here}/audit`);
  expect(JSON.stringify(atB)).toContain('"origin":"https://inbox.a.example"');
}, 60_000);

test.each(DOMAINS)(
  "the log of %s is signed by the witness of the other",
  async (domain) => {
    await signLog(domain);
    const isSigned = async () =>
      /^ok +Witnesses +\S+\/witness\+\S+ signed [^,(]+$/m.test(
        await svc(domain, "doctor"),
      );
    for (const end = performance.now() + WAIT_MS; !(await isSigned()); ) {
      expect(performance.now()).toBeLessThan(end);
    }
  },
  60_000,
);

test.each(["forged.example", "inside.example"])(
  "nothing is sent to %s: its authority is not trusted, or its address is not public",
  async (domain) => {
    const to = [`bob@${domain}`];
    const request = { to, text: "Hello?", submit: true };
    const sending = call("alice", "/v1/conversations", request);
    expect(await sending.catch(String)).toContain("card_unreachable");
    expect(asked.has(domain)).toBe(true);
  },
);
