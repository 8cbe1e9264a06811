import { expect, setDefaultTimeout, test } from "bun:test";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { recordHilDecision } from "../../src/core/operations/record_hil_decision.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import { ROUTES } from "../../src/rest/routes.ts";
import { json, startService } from "../harness.ts";
import { createRandom } from "../invariants/random.ts";
import { sample } from "../proof.ts";
import { shared } from "../shared.ts";
import { openDelegation } from "./delegation.ts";
import { over } from "./team.ts";

setDefaultTimeout(sample(20_000, 300_000));

const service = shared(startService);
const MINUTE = 60_000;
const APPROVE = { decision: "approve" };

test("a delegate decides for a person, the record names both, and nothing else opens", async () => {
  const { as, ask, own, from, made, alice, bobIn } = await openDelegation(
    service(),
    {
      reason: "On leave",
    },
  );
  expect(made.delegation).toMatchObject({
    ...{ displayName: "bo", kinds: null, upTo: null, reason: "On leave" },
  });
  const path = await ask("5.00");
  const other = await ask();
  await own("POST", `${other}/decisions`, APPROVE);
  const listed = await as("GET", "/v1/conversations?view=needs_you");
  expect(listed.conversations.map((it: { id: string }) => it.id)).toEqual([
    path.split("/").at(-1),
  ]);
  expect((await as("GET", other)).status).toBe(404);
  const { conversation } = await as("GET", path);
  const ready = conversation.actions.filter(
    (it: { ready: boolean }) => it.ready,
  );
  expect(ready.map((it: { name: string }) => it.name)).toEqual([
    "accept",
    "decline",
  ]);
  const reads = await over(service(), bobIn)("GET", "/v1/account");
  expect(reads.decidesFor).toMatchObject([{ address: alice.address }]);
  const decided = await as("POST", `${path}/decisions`, APPROVE);
  expect([decided.status, decided.state]).toEqual([200, "working"]);
  // The decision is made: nothing of it is left to read.
  expect((await as("GET", path)).status).toBe(404);
  expect((await as("POST", `${path}/decisions`, APPROVE)).status).toBe(404);
  const { checkpoints } = (await own("GET", path)).conversation;
  expect(checkpoints.at(-1).decidedActor).toMatchObject({
    ...{ kind: "person", label: "bo, for ann", name: "bo" },
  });
  const { records, actors } = await own("GET", `${path}/audit`);
  expect(JSON.stringify([records, actors])).toContain("bo, for ann");
  const seen = JSON.stringify(await from("GET", path));
  expect(seen).not.toContain("On leave");
});

test("a kind that isn't theirs, and a sum beyond the limit, can neither be read nor decided", async () => {
  const { as, ask, let_, own } = await openDelegation(service(), {
    ...{ kinds: ["accept"], upTo: "10.00" },
  });
  const [small, large] = [await ask("10.00"), await ask("10.01")];
  expect((await as("GET", large)).status).toBe(404);
  for (const decision of ["approve", "decline"]) {
    const said = await as("POST", `${large}/decisions`, { decision });
    expect([said.status, said.code]).toEqual([404, "conversation_not_found"]);
  }
  expect((await as("GET", small)).status).toBe(200);
  await let_({ kinds: ["submit"] });
  expect((await as("GET", small)).status).toBe(404);
  await let_({ upTo: "10.00" });
  const asked = await as("POST", `${small}/decisions`, {
    ...APPROVE,
    contact: "trusted",
  });
  expect([asked.status, asked.code]).toEqual([403, "insufficient_scope"]);
  expect((await as("POST", `${small}/decisions`, APPROVE)).status).toBe(200);
  expect((await own("GET", "/v1/delegations")).given).toHaveLength(1);
});

test("a delegate passes nothing on, and a team has members instead", async () => {
  const { as, bob, carl, aliceIn, bobIn, alice, own } = await openDelegation(
    service(),
  );
  const passed = await as("PUT", `/v1/delegations/${carl.address}`, {});
  expect([passed.status, passed.detail]).toEqual([
    403,
    expect.stringContaining("you only decide for this account"),
  ]);
  // Whom Bob lets decide for himself can't act as Alice by that.
  const bobs = over(service(), bobIn);
  // Nor does he decide what he asks of her himself.
  const sent = await bobs("POST", "/v1/conversations", {
    ...{ to: [alice.address], title: "Mine", text: "Me?", submit: true },
  });
  const mine = `/v1/conversations/${sent.conversation.id}`;
  expect((await as("POST", `${mine}/decisions`, APPROVE)).status).toBe(404);
  await bobs("PUT", `/v1/delegations/${carl.address}`, {});
  const carlIn = (await service().addSession(carl)).token;
  const tried = await over(
    service(),
    carlIn,
    alice.address,
  )("GET", "/v1/conversations");
  expect(tried.code).toBe("not_a_member");
  const third = await service().fetch("/api/mcp", {
    ...{ method: "POST", token: bob.token },
    headers: { accept: "application/json", "svc-act-as": alice.address },
    json: {
      ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
      params: {
        ...{ name: "svc.list_conversations", arguments: {} },
        _meta: { "svc/as": carl.address },
      },
    },
  });
  expect(await third.text()).toContain("third one");
  const { team } = await own("POST", "/v1/teams", {
    ...{
      displayName: "Press",
      localPart: `press-${alice.address.split("@")[0]}`,
    },
  });
  const said = await over(service(), aliceIn, team.address)(
    "PUT",
    `/v1/delegations/${bob.address}`,
    {},
  );
  expect([said.status, said.detail]).toEqual([
    403,
    expect.stringContaining("as a member"),
  ]);
  const oneself = await own("PUT", `/v1/delegations/${alice.address}`, {});
  expect(oneself.status).toBe(400);
});

test("whoever blocked the other decides nothing for them, and either side ends it at once", async () => {
  const { as, bob, carl, alice, own, ask, bobIn } = await openDelegation(
    service(),
  );
  const path = await ask();
  await over(service(), carl.token)("PUT", `/v1/contacts/${alice.address}`, {
    blocked: true,
  });
  const put = await own("PUT", `/v1/delegations/${carl.address}`, {});
  expect([put.status, put.errors?.[0].code]).toEqual([400, "nobody_here"]);
  const left = await as("DELETE", `/v1/delegations/${bob.address}`);
  expect(left).toMatchObject({ status: 200, removed: true });
  const after = await as("GET", path);
  expect([after.status, after.code]).toEqual([403, "not_a_member"]);
  const { received } = await over(service(), bobIn)("GET", "/v1/delegations");
  expect(received).toEqual([]);
});

test("a decision under way when its delegate is removed changes nothing", async () => {
  const { alice, bob, bobIn, own, ask } = await openDelegation(service());
  const conversationId = (await ask()).split("/").at(-1) ?? "";
  const { services } = service();
  const principal = await authenticate(services, bobIn, { as: alice.address });
  await own("DELETE", `/v1/delegations/${bob.address}`);
  const caller = { principal, via: "rest", requestId: "late" } as const;
  const late = callOperation(services, recordHilDecision, caller, {
    ...{ conversationId, ...APPROVE },
  });
  await expect(late).rejects.toMatchObject({ code: "not_a_member" });
  const { conversation } = await own(
    "GET",
    `/v1/conversations/${conversationId}`,
  );
  expect(conversation.state).toBe("submitted");
});

const OPEN = [
  ...["get_conversation", "list_conversations", "get_artifact", "get_account"],
  ...["record_hil_decision", "remove_delegation"],
];

test("a delegate may call exactly the operations of docs/delegation.md", async () => {
  const { bobIn, alice } = await openDelegation(service());
  const wrong: unknown[] = [];
  for (const { method, path, operation } of ROUTES) {
    if (operation.access.who === "anyone") continue;
    const response = await service().fetch(path.replace(/:(\w+)/g, "none"), {
      ...{ method, token: bobIn, headers: { "svc-act-as": alice.address } },
      ...(method !== "GET" && method !== "DELETE" && { json: {} }),
    });
    const { code } = response.ok ? { code: "" } : await json(response);
    const isOpen = code !== "forbidden";
    if (isOpen !== OPEN.includes(operation.name)) {
      wrong.push([method, path, response.status, code]);
    }
  }
  expect(wrong).toEqual([]);
});

interface Terms {
  readonly kinds?: readonly string[];
  readonly upTo?: string;
}

test("random delegations open and refuse what a small reference says", async () => {
  const seed = sample(11, Date.now() % 1_000_000);
  const { pick } = createRandom(seed);
  const { as, own, let_, bob, ask } = await openDelegation(service());
  const all: readonly [Terms, ...Terms[]] = [
    ...([{}, { upTo: "5.00" }, { upTo: "0.00" }] as const),
    ...([{ kinds: ["accept"] }, { kinds: ["submit", "cancel"] }] as const),
    { kinds: ["accept", "submit"], upTo: "7.00" },
  ];
  let terms: Terms | undefined = {};
  const waiting = new Map<string, number>();
  for (let step = 0; step < sample(60, 600); step++) {
    const act = pick(["put", "remove", "ask", "read", "read", "decide"]);
    const [path, price] = pick([["", 0], ...waiting] as const);
    if (act === "put") {
      const next = pick(all);
      terms = next;
      expect((await let_(next)).status).toBeLessThan(300);
    } else if (act === "remove") {
      const { status } = await own("DELETE", `/v1/delegations/${bob.address}`);
      expect([seed, step, status]).toEqual([seed, step, terms ? 200 : 404]);
      terms = undefined;
    } else if (act === "ask") {
      const amount = pick([0, 3, 5, 7, 9]);
      const at = await ask(amount === 0 ? undefined : `${amount}.00`);
      waiting.set(at, amount);
    } else if (path !== "") {
      const may =
        (terms?.kinds?.includes("accept") ?? terms !== undefined) &&
        price <= Number(terms?.upTo ?? 1_000);
      const expected = may ? 200 : terms ? 404 : 403;
      const said =
        act === "read"
          ? await as("GET", path)
          : await as("POST", `${path}/decisions`, APPROVE);
      const told = [seed, step, act, terms, price];
      expect([...told, said.status]).toEqual([...told, expected]);
      if (act === "decide" && may) waiting.delete(path);
    }
  }
});

test("an absence shows to senders without who stands in, and ends by itself, as a delegation does", async () => {
  await using mine = await startService();
  const inMinutes = (count: number) =>
    new Date(mine.clock() + count * MINUTE).toISOString();
  const terms = { until: inMinutes(2) };
  const { own, from, as, alice, bob, carl, ask } = await openDelegation(
    mine,
    terms,
  );
  const path = await ask();
  const put = (away: object | null) => own("PUT", "/v1/profile", { away });
  const until = inMinutes(1);
  for (const wrong of [
    { until: inMinutes(0) },
    { until, standIn: carl.address },
    { until, standIn: "nobody@inbox.localhost" },
  ]) {
    expect((await put(wrong)).status).toBe(400);
  }
  const set = await put({ until, standIn: bob.address });
  expect(set.away).toEqual({ until, standIn: bob.address });
  const [asked] = (await own("GET", path)).conversation.checkpoints;
  const parts = asked.deciders.map((it: { as: string }) => it.as);
  expect(parts).toEqual(["owner", "stand_in"]);
  // Another change keeps it.
  await own("PUT", "/v1/profile", { description: "Chairs." });
  const resolve = () =>
    from("GET", `/api/router/resolve?address=${alice.address}`);
  const seen = await resolve();
  expect(seen.awayUntil).toBe(until);
  expect(JSON.stringify(seen)).not.toContain(bob.address);
  expect((await as("GET", path)).status).toBe(200);
  mine.clock.advance(MINUTE);
  expect((await resolve()).awayUntil).toBeUndefined();
  expect((await own("GET", "/v1/profile")).away).toBeNull();
  mine.clock.advance(MINUTE);
  expect((await as("GET", path)).code).toBe("not_a_member");
});
