import { expect, setDefaultTimeout, test } from "bun:test";
import type { TestAccount, TestService } from "../harness.ts";
import { callRpc, startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { openTeam, over } from "./team.ts";

setDefaultTimeout(20_000);

const service = shared(startService);

test("a member acts as the team, and everybody reads who it was", async () => {
  const { as, from, ask, people, id } = await openTeam(service());
  const path = await ask();
  const list = await as("responder")("GET", "/v1/conversations");
  expect(list.conversations).toHaveLength(1);
  const replied = await as("responder")("POST", `${path}/messages`, {
    text: "Three are left.",
  });
  expect(replied.status).toBe(201);
  const last = async (read: ReturnType<typeof as>) =>
    (await read("GET", path)).conversation.messages.at(-1);
  const label = "jon, for Sales";
  expect((await last(as("owner"))).actor).toMatchObject({
    ...{ kind: "person", label, name: "jon" },
  });
  const seen = await last(from);
  expect(seen.actor).toEqual({ kind: "person", label });
  expect(seen.author.address).toBe(
    (await as("owner")("GET", "/v1/account")).address.address,
  );
  const audit = await as("reader")("GET", `${path}/audit`);
  expect(JSON.stringify(audit)).toContain(label);
  // The person's own inbox has nothing of it.
  const own = await over(service(), people.responder.token)(
    "GET",
    "/v1/conversations",
  );
  expect(own.conversations).toEqual([]);
  expect((await as("owner")("GET", "/v1/account")).account).toMatchObject({
    ...{ id, kind: "team", displayName: "Sales" },
  });
});

test("a reader reads and changes nothing, and the actions say so", async () => {
  const { as, ask } = await openTeam(service());
  const path = await ask();
  const { conversation } = await as("reader")("GET", path);
  for (const action of conversation.actions) {
    expect([action.name, action.ready]).toEqual([action.name, false]);
  }
  const said = await as("reader")("POST", `${path}/messages`, { text: "Hi" });
  expect([said.status, said.code]).toEqual([403, "insufficient_scope"]);
  const { conversation: may } = await as("responder")("GET", path);
  expect(may.actions.some((it: { ready: boolean }) => it.ready)).toBe(true);
});

test("beyond a responder's limit another member decides, and nobody what they proposed", async () => {
  const { as, ask, put, people } = await openTeam(service());
  const path = await ask({ price: "5.00" });
  const waits = await as("responder")("POST", `${path}/messages`, {
    text: "We do it.",
  });
  expect(waits.status).toBe(202);
  const { checkpointId } = waits;
  const { conversation } = await as("owner")("GET", path);
  expect(conversation.checkpoints.at(-1)).toMatchObject({
    ...{ checkpointId, status: "open" },
    askedBy: { kind: "person", name: "jon", label: "jon, for Sales" },
  });
  const decide = { checkpointId, decision: "approve" };
  const at = `${path}/decisions`;
  const refused = await as("responder")("POST", at, decide);
  expect([refused.status, refused.code]).toEqual([403, "maker_cannot_decide"]);
  expect(refused.detail).toContain("Another member");
  const { deciders } = conversation.checkpoints.at(-1);
  expect(deciders).toMatchObject([
    { name: "mira", as: "owner" },
    { name: "max", as: "member" },
  ]);
  // No card calls the member who waits an agent.
  const { nextStep, checkpoints } = conversation;
  const said = JSON.stringify([nextStep, checkpoints.at(-1).rules]);
  expect(said).toContain("may be accepted without approval");
  expect(said).not.toContain("agent");
  expect((await as("reader")("POST", at, decide)).status).toBe(403);
  await put(people.manager, { role: "manager", approve: { upTo: "1.00" } });
  expect((await as("manager")("POST", at, decide)).status).toBe(403);
  await put(people.manager, { role: "manager", approve: { upTo: "9.00" } });
  const decided = await as("manager")("POST", at, decide);
  expect(decided.status).toBe(200);
  const paid = await as("responder")("POST", `${path}/receipt`, {
    confirm: true,
  });
  expect(paid.status).toBe(200);
  const { available } = await as("owner")("GET", "/v1/balance");
  expect(available.amount).toBe("5.00");
});

test("a removed member's next call is refused on every wire, with what they made for the team", async () => {
  const { as, ask, people, sessions, address, put } = await openTeam(service());
  const path = await ask();
  await put(people.reader, { role: "owner" });
  const { token, credential } = await as("reader")("POST", "/v1/credentials", {
    name: "Bot",
  });
  const bot = over(service(), token);
  expect((await bot("GET", path)).status).toBe(200);
  const mcp = () =>
    callRpc(service(), {
      ...{ path: "/api/mcp", token: people.reader.token, method: "tools/call" },
      params: {
        ...{ name: "svc.list_conversations", arguments: {} },
        _meta: { "svc/as": address },
      },
    });
  expect(JSON.stringify(await mcp())).toContain("Chairs");
  const removed = await as("owner")(
    "DELETE",
    `/v1/members/${people.reader.address}`,
  );
  expect(removed).toMatchObject({ removed: true, credentialsEnded: 1 });
  expect((await bot("GET", path)).status).toBe(401);
  const after = await as("reader")("GET", path);
  expect([after.status, after.code]).toEqual([403, "not_a_member"]);
  expect(JSON.stringify(await mcp())).toContain("not_a_member");
  const a2a = await service().fetch("/a2a", {
    method: "POST",
    token: people.reader.token,
    headers: { "svc-act-as": address },
    json: { jsonrpc: "2.0", id: 1, method: "ListTasks", params: {} },
  });
  expect(await a2a.text()).toContain("not_a_member");
  const rotate = `/v1/credentials/${credential.id}/rotate`;
  expect((await as("owner")("POST", rotate)).status).toBe(409);
  expect(sessions.reader).toBeString();
});

test("the last owner stays, and a manager changes nobody above", async () => {
  const { as, people, put } = await openTeam(service());
  const at = (who: TestAccount) => `/v1/members/${who.address}`;
  const left = await as("owner")("DELETE", at(people.owner));
  expect([left.status, left.code]).toEqual([409, "wrong_state"]);
  expect((await put(people.owner, { role: "manager" })).status).toBe(409);
  for (const [method, body] of [
    ["PUT", { role: "reader" }],
    ["DELETE", undefined],
  ] as const) {
    const tried = await as("manager")(method, at(people.owner), body);
    expect(tried.status).toBe(403);
  }
  const raised = await as("manager")("PUT", at(people.manager), {
    role: "owner",
  });
  expect(raised.status).toBe(403);
  expect(
    (await as("manager")("PUT", at(people.reader), { role: "responder" }))
      .status,
  ).toBe(200);
  expect((await as("responder")("DELETE", at(people.responder))).status).toBe(
    200,
  );
  const deleted = await over(
    service(),
    (await service().addSession(people.owner)).token,
  )("DELETE", `/v1/account?confirm=${people.owner.address}`);
  expect([deleted.status, deleted.code]).toEqual([409, "wrong_state"]);
});

test("a membership counts from when until when, and a stranger learns nothing of a team", async () => {
  const { as, put, people, bob, address } = await openTeam(service());
  const inAnHour = new Date(service().clock() + 3_600_000).toISOString();
  await put(people.reader, { role: "reader", from: inAnHour });
  expect((await as("reader")("GET", "/v1/members")).code).toBe("not_a_member");
  const known = await over(service(), bob.token, address)("GET", "/v1/account");
  const none = await over(
    service(),
    bob.token,
    `no.${address}`,
  )("GET", "/v1/account");
  expect(known.detail.replace(address, "")).toBe(
    none.detail.replace(`no.${address}`, ""),
  );
  const { shareWith } = await as("responder")("GET", "/v1/members");
  expect(shareWith.map((it: { role: string }) => it.role).toSorted()).toEqual([
    ...["manager", "owner", "reader", "responder"],
  ]);
  const { teams } = await over(service(), people.manager.token)(
    "GET",
    "/v1/teams",
  );
  expect(teams).toMatchObject([{ address, myRole: "manager" }]);
});

test("an agent acts as the team only with the scope for it, and pays nothing", async () => {
  const { as, people, address, ask } = await openTeam(service());
  const path = await ask();
  const [reads, acts] = [
    ["conversations:read"],
    ["conversations:read", "teams:act"],
  ] as const;
  const by = async (scopes: Parameters<TestService["addCredential"]>[1]) =>
    over(
      service(),
      await service().addCredential(people.owner, scopes),
      address,
    );
  const refused = await (await by([...reads]))("GET", path);
  expect(refused.code).toBe("insufficient_scope");
  const bot = await by([...acts]);
  expect((await bot("GET", path)).status).toBe(200);
  expect((await bot("POST", `${path}/messages`, { text: "Hi" })).status).toBe(
    403,
  );
  const full = over(service(), people.owner.token, address);
  const replied = await full("POST", `${path}/messages`, { text: "Hi" });
  expect(replied.status).toBe(201);
  const { conversation } = await as("reader")("GET", path);
  expect(conversation.messages.at(-1).actor).toMatchObject({
    kind: "agent",
    label: "First access (mira), for Sales",
  });
  expect(
    (
      await full("PUT", `/v1/members/${people.reader.address}`, {
        role: "owner",
      })
    ).status,
  ).toBe(403);
});

test("a conversation has one assignee, whom only the team sees and who goes with their membership", async () => {
  const { as, ask, from, people, address } = await openTeam(service());
  const [path, other] = [await ask(), await ask()];
  const assign = (assignee: string | null) =>
    as("manager")("PATCH", path, { assignee });
  const { conversation } = await assign(people.responder.address);
  expect(conversation.assignee).toBe(people.responder.address);
  const view = async (role: Parameters<typeof as>[0], name: string) => {
    const listed = await as(role)("GET", `/v1/conversations?view=${name}`);
    return listed.conversations.map(
      ({ links }: { links: { self: string } }) => new URL(links.self).pathname,
    );
  };
  expect(await view("responder", "mine")).toEqual([path]);
  expect(await view("manager", "mine")).toEqual([]);
  expect(await view("reader", "unassigned")).toEqual([other]);
  expect(JSON.stringify(await from("GET", path))).not.toContain("@jon");
  expect((await assign(people.owner.address)).conversation.labels).toEqual([
    `@${people.owner.address.split("@")[0]}`,
  ]);
  expect((await assign(address)).code).toBe("invalid_input");
  expect((await from("PATCH", path, { assignee: address })).status).toBe(400);
  expect((await assign(null)).conversation.assignee).toBeNull();
  await assign(people.responder.address);
  await as("owner")("DELETE", `/v1/members/${people.responder.address}`);
  expect((await as("owner")("GET", path)).conversation.assignee).toBeNull();
});

test("where sign-up is closed a department has its own name, and the service keeps its names", async () => {
  await using closed = await startService({ env: { SIGN_UP: "closed" } });
  const make = async (here: TestService, localPart: string) => {
    const who = await here.addAccount();
    const { token } = await here.addSession(who);
    const team = { displayName: "Us", localPart };
    return (await over(here, token)("POST", "/v1/teams", team)).status;
  };
  expect(await make(closed, "support")).toBe(201);
  expect(await make(closed, "support")).toBe(409);
  expect(await make(closed, "postmaster")).toBe(409);
  expect(await make(service(), "support")).toBe(409);
});
