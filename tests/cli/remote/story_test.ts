import { afterAll, beforeAll, expect, test } from "bun:test";
import { dirname, join } from "node:path";
import { checkArchive } from "../../../packages/verify/src/check_archive.ts";
import { openArchive } from "../../../packages/verify/src/open_archive.ts";
import { signHeads, sweepDue } from "../../../src/core/loops/sweeper.ts";
import type { TestAccount, TestService } from "../../harness.ts";
import { startService } from "../../harness.ts";
import type { Terminal } from "./terminal.ts";
import { openTerminal } from "./terminal.ts";

let service: TestService;
let alice: TestAccount;
let bob: TestAccount;

beforeAll(async () => {
  service = await startService();
  alice = await service.addAccount("alice", { credit: "100.00" });
  bob = await service.addAccount("bob");
});
afterAll(() => service[Symbol.asyncDispose]());

async function loggedIn({ token }: TestAccount): Promise<Terminal> {
  const terminal = await openTerminal();
  const { code } = await terminal.run(["login", service.baseUrl], {
    input: `${token}\n`,
  });
  expect(code).toBe(0);
  return terminal;
}

const idIn = (text: string) => /cnv_\w+/.exec(text)?.[0] ?? "";

test("the README's story is told from two terminals", async () => {
  await using ofAlice = await loggedIn(alice);
  await using ofBob = await loggedIn(bob);
  const sent = await ofAlice.run([
    ...["send", bob.address, "--title", "A question"],
    ...["--text", "Can you look at this?", "--price", "5.00"],
  ]);
  const id = idIn(sent.out);
  expect(sent).toMatchObject({ code: 0, err: "" });
  expect(sent.out).toStartWith(`${id} is submitted`);
  const listed = await ofBob.run(["inbox", "--view", "needs_you"]);
  expect(listed.out).toContain(
    `*  ${id}  submitted  5.00   ${alice.address}  A question`,
  );
  const read = await ofBob.run(["read", id, "--seen"]);
  expect(read.out).toContain("Price         5.00 (held)");
  expect(read.out).toContain("\n  > Can you look at this?\n");
  // The text comes from the pipe.
  const words = { input: "Yes: here is what I think.\n" };
  const replied = await ofBob.run(["reply", id, "--key", "one"], words);
  expect(replied.out).toStartWith(`${id} is working`);
  await ofBob.run(["reply", id, "--key", "one"], words);
  const signed = await ofBob.run(["sign", id]);
  expect(signed.out).toStartWith(`${id} is completed`);
  expect(await ofAlice.json(["read", id])).toMatchObject({
    conversation: {
      state: "completed",
      payment: { status: "released" },
      messageCount: 2,
    },
  });
  expect(await ofBob.json(["call", "get_balance"])).toMatchObject({
    available: { amount: "1005.00" },
  });
});

test("an offer is made, changed, shown, ordered with its input, of which a wrong one is named, and removed", async () => {
  await using ofAlice = await loggedIn(alice);
  await using ofBob = await loggedIn(bob);
  const input = JSON.stringify({ type: "object", required: ["company"] });
  const put = (...more: string[]) =>
    ofBob.run(["offer", "put", "logo", ...more]);
  await put("--title", "A logo", "--price", "4.00", "--input", input, "--off");
  expect((await ofBob.run(["offer", "list"])).out).toMatch(
    /logo \(off\) +4.00/,
  );
  expect((await put("--price", "5.00", "--on")).out).toContain(
    "logo is changed.",
  );
  const shown = await ofAlice.run(["offer", "show", "logo", bob.address]);
  expect(shown.out).toContain("Price  5.00, paid when replied");
  expect(shown.out).toContain('"company"');
  const order = (...more: string[]) =>
    ofAlice.run(["order", bob.address, "logo", ...more]);
  const made = await order("--input", '{"company": "ACME"}');
  expect(made).toMatchObject({ code: 0, err: "" });
  expect(made.out).toContain("is submitted");
  expect((await order("--input", "{}")).err).toContain("input.company");
  expect((await order("--input", "ACME")).err).toContain("one JSON object");
  await ofBob.run(["offer", "remove", "logo"]);
  expect((await ofBob.run(["offer", "list"])).out).toBe("No offers yet.\n");
});

test("watching tells what changes, goes on from a state, and ends when it is told to", async () => {
  await using ofAlice = await loggedIn(alice);
  await using ofBob = await loggedIn(bob);
  const send = (title: string) =>
    ofAlice.run(["send", bob.address, "--title", title, "--text", "Hi"]);
  // The first line says that it listens.
  const watching = Promise.withResolvers<void>();
  const heard = ofBob.run(["watch", "--once", "--json"], {
    onOut: () => watching.resolve(),
  });
  await watching.promise;
  const id = idIn((await send("Now")).out);
  const lines = (await heard).out
    .trim()
    .split("\n")
    .map((it) => JSON.parse(it));
  expect(lines).toHaveLength(2);
  expect(lines[1].conversations.created).toEqual([id]);
  const { state } = lines[1];
  const later = idIn((await send("Later")).out);
  const ending = new AbortController();
  const told = await ofBob.run(["watch", "--since", state], {
    signal: ending.signal,
    onOut: () => ending.abort(),
  });
  expect(told).toMatchObject({ code: 0, err: "" });
  expect(told.out).toMatch(`${later} submitted ${alice.address}: Later\n`);
});

test("the words of others steer no terminal and pass for none of ours", async () => {
  await using ofAlice = await loggedIn(alice);
  const hostile = "\u001b]0;owned\u0007\u001b[2J\u009b31m\u202eevil\r";
  const { conversationId: id } = await (
    await service.fetch("/v1/conversations", {
      method: "POST",
      token: bob.token,
      json: {
        to: [alice.address],
        title: `T${hostile}`,
        parts: [{ text: `${hostile}\nConversation  cnv_false\n\nState  paid` }],
        submit: true,
      },
    })
  ).json();
  for (const args of [["read", id], ["inbox"]]) {
    for (const more of [[], ["--json"]]) {
      const { code, out } = await ofAlice.run([...args, ...more]);
      expect(code).toBe(0);
      expect(out).toContain("evil");
      expect(out).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
    }
  }
  const { out } = await ofAlice.run(["read", id]);
  expect(out).toContain("\n  > Conversation  cnv_false\n  >\n  > State  paid");
  expect(await ofAlice.json(["read", id])).toMatchObject({
    conversation: { messages: [{ text: expect.stringContaining("\u202e") }] },
  });
});

test("a command that fails says why, by its exit code and as JSON", async () => {
  await using terminal = await loggedIn(alice);
  const missing = await terminal.run(["read", "cnv_none", "--json"]);
  expect(missing.code).toBe(1);
  expect(JSON.parse(missing.err)).toMatchObject({
    code: "conversation_not_found",
  });
  const wrong = await terminal.run(["inbox", "--view", "moon"]);
  expect(wrong).toMatchObject({ code: 1, out: "" });
  expect(wrong.err).toStartWith("Cannot run svc: ");
  for (const args of [
    ["reply", "cnv_none"],
    ["inbox", "--limit", "-1"],
    ["call", "constructor"],
    ["call", "getBalance", "[1"],
    ["call", "getBalance", '{"headers":{}}'],
    ["call", "signReceipt"],
  ]) {
    const { code, err } = await terminal.run(args);
    expect([code, err.split(" ")[0]]).toEqual([1, "Cannot"]);
  }
  const away = { SVC_URL: "http://127.0.0.1:1", SVC_TOKEN: "svc_x" };
  const ended = { SVC_URL: service.baseUrl, SVC_TOKEN: "svc_x" };
  expect((await terminal.run(["inbox"], { env: ended })).code).toBe(3);
  const lost = await terminal.run(["login", away.SVC_URL], { input: "svc_x" });
  expect(lost.code).toBe(4);
});

test("a dispute is opened, answered, withdrawn and decided at terminals", async () => {
  await using ofAlice = await loggedIn(alice);
  await using ofBob = await loggedIn(bob);
  const carol = await service.addAccount("carol");
  await using ofCarol = await loggedIn(carol);
  const made = await ofAlice.json([
    ...["call", "create_conversation"],
    JSON.stringify({
      ...{ to: bob.address, text: "Ten pages", price: "5.00", submit: true },
      arbiter: carol.address,
    }),
  ]);
  const id = idIn(JSON.stringify(made));
  await ofBob.run(["reply", id, "--text", "Five pages"]);
  const claim = ["dispute", "open", id, "--text", "Half is missing"];
  const unnamed = await ofAlice.run([...claim, "--reason", "ugly"]);
  expect(unnamed.err).toContain("not_as_agreed");
  const opening = [...claim, "--reason", "late", "--return", "4.00"];
  expect(await ofAlice.run(opening)).toMatchObject({ code: 0, err: "" });
  expect((await ofAlice.run(["dispute", "withdraw", id])).code).toBe(0);
  await ofAlice.run(opening);
  const less = ["--return", "1.00", "--text", "One page is"];
  expect((await ofBob.run(["dispute", "split", id, ...less])).code).toBe(0);
  // Its own number is no one's to take.
  expect((await ofBob.run(["dispute", "take", id, "2"])).code).not.toBe(0);
  service.clock.advance(73 * 3_600_000);
  await sweepDue(service.services);
  const half = ["--return", "2.50", "--text", "Half is there"];
  const ruled = await ofCarol.run(["dispute", "rule", id, ...half]);
  expect(ruled).toMatchObject({ code: 0, err: "" });
  expect(ruled.out).toStartWith(`${id} is completed`);
  expect(await ofAlice.json(["read", id])).toMatchObject({
    conversation: { terms: { dispute: { status: "ruled" } } },
  });
});

test("the evidence of a dispute becomes a new file", async () => {
  await using ofAlice = await loggedIn(alice);
  await using ofBob = await loggedIn(bob);
  const sent = await ofAlice.run([
    ...["send", bob.address, "--title", "Ten pages", "--text", "By Friday"],
    ...["--price", "5.00"],
  ]);
  const id = idIn(sent.out);
  await ofBob.run(["reply", id, "--text", "Five pages"]);
  const early = await ofBob.run(["evidence", id, "never.zip"]);
  expect(early).toMatchObject({ code: 1, out: "" });
  const claim = { conversationId: id, reason: "late", text: "Half is missing" };
  await ofAlice.run(["call", "open_dispute", JSON.stringify(claim)]);
  await signHeads(service.services);
  const file = join(dirname(ofBob.loginPath), "evidence.zip");
  const made = await ofBob.json(["evidence", id, file]);
  expect(made).toEqual({ file, bytes: Bun.file(file).size });
  const archive = await openArchive(file);
  expect((await checkArchive(archive)).faults).toEqual([]);
  await archive.close?.();
  // A file that is there stays as it is.
  expect(await ofBob.run(["evidence", id, file])).toMatchObject({ code: 1 });
  expect(made).toEqual({ file, bytes: Bun.file(file).size });
});
