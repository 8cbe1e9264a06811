import { expect, setDefaultTimeout, test } from "bun:test";
import { makeExports } from "../../src/core/loops/export_making.ts";
import { archiveOf } from "../core/exports/archive.ts";
import { callRpc, startService } from "../harness.ts";
import { createRandom } from "../invariants/random.ts";
import { sample } from "../proof.ts";
import { shared } from "../shared.ts";
import { EventReader } from "./event_reader.ts";
import { openTeam, over } from "./team.ts";

setDefaultTimeout(sample(30_000, 600_000));

const service = shared(startService);
const SECRET = "hushhush";

test("no note of a team reaches anybody else by any way, in random threads", async () => {
  const random = createRandom(sample(11, Date.now() % 1_000_000));
  const { as, from, bob, address, people, id } = await openTeam(service());
  const cc = await service().addAccount(`cc${id.slice(-4)}`);
  const others = [from, over(service(), cc.token)];
  const start = { to: [address], cc: [cc.address], title: "Chairs" };
  const made = await from("POST", "/v1/conversations", {
    ...{ ...start, text: "Two chairs?", submit: true },
  });
  const path = `/v1/conversations/${made.conversationId}`;
  await using stream = await EventReader.open(service(), `${path}/subscribe`, {
    token: bob.token,
  });
  let notes = 0;
  for (let step = 0; step < sample(30, 400); step++) {
    const role = random.pick<"owner" | "manager" | "responder">([
      "owner",
      "manager",
      "responder",
    ]);
    const { messages } = (await as(role)("GET", path)).conversation;
    const to = random.maybe(messages) as { messageId: string } | undefined;
    const isNote = random.chance(0.5);
    const text = isNote ? `${SECRET} ${++notes}` : `Words ${step}`;
    const answer = {
      text,
      ...(isNote && { note: true }),
      ...(random.chance(0.4) && to && { inReplyTo: to.messageId }),
    };
    const by = isNote || random.chance(0.6) ? as(role) : from;
    const said = await by("POST", `${path}/messages`, answer);
    // An outsider cannot answer what they cannot read, and learns no more of it.
    if (!isNote && said.status >= 400) expect(said.status).toBe(400);
    if (isNote) expect([step, said.status]).toEqual([step, 201]);
  }
  expect(notes).toBeGreaterThan(5);
  const inside = (await as("reader")("GET", path)).conversation;
  expect(JSON.stringify(inside)).toContain(SECRET);
  const found = await as("reader")("GET", `/v1/conversations?q=${SECRET}`);
  expect(found.conversations).toHaveLength(1);

  const seen: unknown[] = [service().mails];
  for (const read of others) {
    for (const at of [path, `${path}/audit`, `${path}?limit=500`]) {
      seen.push(await read("GET", at));
    }
    const none = await read(
      "GET",
      `/v1/conversations?q=${SECRET}&snippets=true`,
    );
    expect(none.conversations).toEqual([]);
    seen.push(await read("GET", "/v1/conversations?fields=summary"));
    seen.push(await read("GET", "/v1/changes"));
  }
  for (const { token } of [bob, cc]) {
    for (const name of [
      "get_conversation",
      "list_conversations",
      "get_digest",
    ]) {
      const { conversationId } = made;
      const input = name === "get_conversation" ? { conversationId } : {};
      const params = { name: `svc.${name}`, arguments: input };
      const call = { path: "/api/mcp", token, method: "tools/call", params };
      seen.push(await callRpc(service(), call));
    }
    const params = { id: made.conversationId };
    const call = { path: "/a2a", token, method: "GetTask", params };
    seen.push(await callRpc(service(), call));
  }
  const session = (await service().addSession(bob)).token;
  const started = await over(service(), session)("POST", "/v1/exports", {});
  await makeExports(service().services);
  const { exportId } = started.export;
  const bytes = await service().fetch(`/v1/exports/${exportId}/archive`, {
    token: session,
  });
  const archive = await archiveOf(exportId, await bytes.bytes());
  expect(archive.names.length).toBeGreaterThan(3);
  for (const name of archive.names) seen.push(await archive.text(name));
  for (const it of seen) {
    const text = JSON.stringify(it);
    expect(text).not.toContain(SECRET);
    expect(text).not.toContain(people.reader.accountId);
  }
  // The stream has the other events, and none of a note.
  const appended: string[] = [];
  const ids = new Set<string>(
    inside.messages
      .filter((it: { onlyYou?: true }) => it.onlyYou)
      .map((it: { messageId: string }) => it.messageId),
  );
  const words = inside.messages.filter((it: { text: string }) =>
    it.text.startsWith("Words"),
  ).length;
  while (appended.length < words) {
    const block = await stream.next();
    if (block?.event !== "message.appended") continue;
    appended.push(String((block.data as { messageId?: string }).messageId));
  }
  expect(appended.filter((it) => ids.has(it))).toEqual([]);
});

test("only a team has notes, and a note accepts and asks nothing", async () => {
  const { as, ask, from } = await openTeam(service());
  const path = await ask();
  const outside = await from("POST", `${path}/messages`, {
    ...{ text: "Hi", note: true },
  });
  expect([outside.status, outside.errors?.[0]?.pointer]).toEqual([
    400,
    "/note",
  ]);
  const noted = await as("responder")("POST", `${path}/messages`, {
    ...{ text: "Ask the store", note: true },
  });
  expect(noted).toMatchObject({ status: 201, state: "submitted" });
  const { conversation } = await as("owner")("GET", path);
  expect(conversation.messages.at(-1)).toMatchObject({
    ...{ text: "Ask the store", onlyYou: true },
    actor: { label: "jon, for Sales" },
  });
  const refused = await as("reader")("POST", `${path}/messages`, {
    ...{ text: "x", note: true },
  });
  expect(refused.status).toBe(403);
});

test("a note changes nothing that others read but the count of versions", async () => {
  const { as, from, ask, bob } = await openTeam(service());
  const [path, newer] = [await ask(), await ask()];
  const { state } = await from("GET", "/v1/changes");
  const read = async () => {
    const seen = [
      await from("GET", path),
      await from("GET", "/v1/conversations"),
      await from("GET", "/v1/conversations?fields=summary"),
      await from("GET", "/v1/digest"),
      await from("GET", `/v1/changes?since=${state}`),
    ];
    for (const [method, params] of [
      ["GetTask", { id: path.split("/").at(-1) }],
      ["ListTasks", {}],
    ] as const) {
      const call = { path: "/a2a", token: bob.token, method, params };
      seen.push(await callRpc(service(), call));
    }
    const text = JSON.stringify([...seen, service().mails]);
    return text
      .replaceAll(/"version":\d+/g, "")
      .replaceAll(/"(state|requestId)":"[^"]{30,}"/g, "");
  };
  service().clock.advance(60_000);
  const before = await read();
  service().clock.advance(60_000);
  const said = { text: SECRET, note: true };
  for (const role of ["owner", "responder"] as const) {
    expect((await as(role)("POST", `${path}/messages`, said)).status).toBe(201);
    expect(await read()).toBe(before);
  }
  // In the team's list the conversation moves to the front.
  const rows = (await as("reader")("GET", "/v1/conversations")).conversations;
  expect(
    rows.map((it: { id: string }) => `/v1/conversations/${it.id}`),
  ).toEqual([path, newer]);
});
