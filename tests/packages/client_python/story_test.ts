import { expect } from "bun:test";
import { join } from "node:path";
import { Webhook } from "standardwebhooks";
import { runIn } from "../../../scripts/npm_pack.ts";
import { packPython } from "../../../scripts/pack_python.ts";
import { ROOT } from "../../../scripts/server_process.ts";
import { emptyDirectory } from "../../directory.ts";
import { startService } from "../../harness.ts";
import { needing } from "../../needing.ts";
import { IS_PROOF } from "../../proof.ts";

const CLIENT = join(ROOT, "packages/client-python");

/** Runs a program that may import the client. */
async function python(
  program: string,
  { args = [], from = CLIENT }: { args?: readonly string[]; from?: string },
) {
  const child = Bun.spawn(["python3", "-B", "-c", program, ...args], {
    env: { PATH: Bun.env.PATH, PYTHONPATH: from, PYTHONUTF8: "1" },
    stdout: "pipe",
    stderr: "pipe",
  });
  const [out, err] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (child.exitCode !== 0) throw new Error(`${out}${err}`);
  return out;
}

/** The folder into which the packed client was installed. */
async function installed(): Promise<string> {
  const folder = await emptyDirectory("inbox-wheel-");
  const wheel = await packPython(folder);
  const target = join(folder, "installed");
  const install = [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--no-index",
    "--no-deps",
  ];
  await runIn(folder, ["python3", ...install, "--target", target, wheel]);
  return target;
}

needing("python3")(
  "the README's story is told by Python's standard library alone, in the proof by the packed client",
  async () => {
    const from = IS_PROOF ? await installed() : CLIENT;
    const readme = await Bun.file(join(CLIENT, "README.md")).text();
    const [, story = ""] = /\n```python\n(.*?)\n```/s.exec(readme) ?? [];
    const [, says = ""] = /It prints\n\n```\n(.*?)```/s.exec(readme) ?? [];
    await using service = await startService();
    const alice = await service.addAccount("alice", { credit: "10.00" });
    const bob = await service.addAccount("bob");
    const filled = story
      .replace("http://localhost:3000", service.baseUrl)
      .replace("svc_… of Alice", alice.token)
      .replace("svc_… of Bob", bob.token);
    expect(await python(filled, { from })).toBe(says);
  },
  // Packing fetches what builds a wheel.
  120_000,
);

/** A program that calls a service which fails in each way once. */
const PROGRAM = `
import json, sys
from typing import get_type_hints
from conversation_inbox import Inbox, Problem, Unreached, WebhookRefused, types, verify_webhook

url, secret, other, signed = sys.argv[1:]
signed = json.loads(signed)
# Every name that a type refers to is one.
for name, value in vars(types).items():
    if isinstance(value, type) and value.__module__ == types.__name__:
        get_type_hints(value)

pauses = []
inbox = Inbox(url, lambda again: "new" if again else "old", pause=pauses.append)
inbox.send_message(conversationId="a/b", text="é")
assert pauses[0] == 7 and len(pauses) == 2, pauses
inbox.send_message({"idempotency_key": "mine"}, conversationId="c", text="x")
assert [it["id"] for it in inbox.conversations(unread=True, q="a b")] == ["1", "2"]
for call, code in [
    (lambda: inbox.get_balance(), ("not_found", 404)),
    (lambda: inbox.get_account(), ("unknown", 307)),
]:
    try:
        call()
        raise AssertionError(code)
    except Problem as problem:
        assert (problem.code, problem.status) == code, problem.status
for name in ("", ".", ".."):
    try:
        inbox.get_conversation(conversationId=name)
        raise AssertionError(name)
    except ValueError:
        pass
told = inbox.events(last_id="s0")
assert [next(told)["data"] for _ in range(3)] == [1, {"two": "lines"}, 3]
try:
    next(told)
    raise AssertionError("the stream goes on")
except Problem as problem:
    assert problem.status == 403
try:
    Inbox("http://127.0.0.1:1", retries=1, pause=pauses.append).get_account()
    raise AssertionError("reached")
except Unreached:
    pass

at = int(signed["headers"]["webhook-timestamp"])
def verify(secret=secret, now=at, body=signed["body"], **headers):
    return verify_webhook(secret, {**signed["headers"], **headers}, body, now=now)
assert verify()["type"] == "webhook.test"
assert verify([other, secret], now=at + 300)["type"] == "webhook.test"
assert verify(**{"webhook-signature": "v2,x v1,é " + signed["headers"]["webhook-signature"]})
for wrong in (
    dict(secret=other),
    dict(secret="whsec_é"),
    dict(now=at + 301),
    dict(now=at - 301),
    dict(body=signed["body"] + " "),
    {"webhook-id": "other"},
    {"webhook-timestamp": "x"},
    {"webhook-signature": ""},
):
    try:
        verify(**wrong)
        raise AssertionError(wrong)
    except WebhookRefused:
        pass
print("done")
`;

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: string;
}

needing("python3")(
  "it repeats with one key, renews its token, follows no redirect, reads all pages, resumes and verifies",
  async () => {
    const asked: Asked[] = [];
    const problem = (status: number, code: string, headers = {}) =>
      Response.json({ code }, { status, headers });
    const stream = (...lines: readonly string[]) =>
      new Response(lines.join("\n"), {
        headers: { "content-type": "text/event-stream" },
      });
    const answers = [
      () => problem(401, "unauthenticated"),
      () => problem(429, "rate_limited", { "retry-after": "7" }),
      () => problem(409, "idempotency_in_flight"),
      () => Response.json({}),
      () => Response.json({}),
      () => Response.json({ conversations: [{ id: "1" }], nextCursor: "next" }),
      () => Response.json({ conversations: [{ id: "2" }], nextCursor: null }),
      () => problem(404, "not_found"),
      () =>
        new Response("", { status: 307, headers: { location: "/v1/there" } }),
      () => stream(": hello", "id: s1", "data: 1", "", "data: lost"),
      () => stream("event: x", "data: {", 'data: "two": "lines"}', "", ""),
      () => stream("id: s2", "data: 3", "", ""),
      () => problem(403, "insufficient_scope"),
    ];
    using server = Bun.serve({
      port: 0,
      hostname: "127.0.0.1",
      async fetch(request) {
        const { pathname, search } = new URL(request.url);
        const path = pathname + search;
        const { method } = request;
        const headers = request.headers.toJSON();
        asked.push({ method, path, headers, body: await request.text() });
        return answers[asked.length - 1]?.() ?? problem(400, "too_many");
      },
    });
    const secret = `whsec_${btoa("the secret of a test that is long")}`;
    const body = JSON.stringify({ type: "webhook.test", data: { name: "é" } });
    const at = new Date("2026-01-15T12:00:00Z");
    const headers = {
      "webhook-id": "whm_1",
      "webhook-timestamp": `${at.getTime() / 1_000}`,
      "webhook-signature": new Webhook(secret).sign("whm_1", at, body),
    };
    const said = JSON.stringify({ body, headers });
    const url = `http://127.0.0.1:${server.port}/`;
    const other = `whsec_${btoa("another")}`;
    expect(await python(PROGRAM, { args: [url, secret, other, said] })).toBe(
      "done\n",
    );

    const [first, ...more] = asked;
    const key = first?.headers["idempotency-key"];
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    expect(first).toMatchObject({
      ...{ method: "POST", path: "/v1/conversations/a%2Fb/messages" },
      headers: { authorization: "Bearer old" },
    });
    expect(JSON.parse(first?.body ?? "")).toEqual({ text: "é" });
    expect(more[0]?.headers.authorization).toBe("Bearer new");
    const keys = more.slice(0, 4).map((it) => it.headers["idempotency-key"]);
    expect(keys).toEqual([key, key, key, "mine"]);
    expect(asked.slice(5, 7).map(({ path }) => path)).toEqual([
      "/v1/conversations?unread=true&q=a+b",
      "/v1/conversations?unread=true&q=a+b&cursor=next",
    ]);
    expect(asked.map(({ path }) => path)).not.toContain("/v1/there");
    const resumed = asked.slice(9).map((it) => it.headers["last-event-id"]);
    expect(resumed).toEqual(["s0", "s1", "s1", "s2"]);
  },
);
