import { expect, setDefaultTimeout, test } from "bun:test";
import type { Operation } from "../../src/core/access/operation.ts";
import { authenticate } from "../../src/core/identity/authenticate.ts";
import { sendMessage } from "../../src/core/operations/send_message.ts";
import { callOperation } from "../../src/core/pipeline/call.ts";
import { ROUTES } from "../../src/rest/routes.ts";
import { json, startService } from "../harness.ts";
import { createRandom } from "../invariants/random.ts";
import { sample } from "../proof.ts";
import { shared } from "../shared.ts";
import { openTeam } from "./team.ts";

setDefaultTimeout(sample(60_000, 600_000));

const ROLES = ["owner", "manager", "responder", "reader"] as const;
type Role = (typeof ROLES)[number];

/** The rights as docs/teams.md has them, said again without the code. */
const READS = /:read$|^agents:discover$|^teams:act$/;
const ADMINISTERS = /^(profile|contacts|addresses):write$|^webhooks:manage$/;
const RANK: Readonly<Record<Role | "delegate", number>> = {
  ...{ owner: 3, manager: 2, responder: 1, reader: 0, delegate: -1 },
};

function isAllowed(role: Role, { access, scope }: Operation): boolean {
  const isForPerson = /^(session|owner|newcomer)$/.test(access.who);
  if (isForPerson && !access.agents) {
    return RANK[role] >= RANK[access.role ?? "owner"];
  }
  if (scope === undefined || READS.test(scope)) return true;
  return RANK[role] >= (ADMINISTERS.test(scope) ? 2 : 1);
}

const ABSENT: Readonly<Record<string, string>> = {
  ...{ conversationId: "cnv_0", artifactId: "art_0", credentialId: "cred_0" },
  ...{ sessionId: "0", address: "nobody@example.org", webhookId: "whk_0" },
  ...{ exportId: "exp_0", deviceId: "psh_0", ruleId: "rul_0" },
};

/** Routes whose right depends on what is sent, or that ask for more than the role. */
const BY_INPUT = ["make_team", "put_delegation", "sign_up"];
const TRIED = ROUTES.filter(
  ({ operation }) =>
    operation.access.who !== "anyone" &&
    !operation.scopesFor &&
    !BY_INPUT.includes(operation.name),
);

const service = shared(startService);
const REFUSED = ["insufficient_scope", "forbidden"];

test("each role may call exactly the operations that it has a right to", async () => {
  const { sessions, address, put, people } = await openTeam(service());
  const call = async (
    token: string,
    { method, path }: (typeof ROUTES)[number],
  ) => {
    const filled = path.replace(/:(\w+)/g, (_, name) => ABSENT[name] ?? "none");
    const response = await service().fetch(filled, {
      method,
      token,
      headers: { "svc-act-as": address },
      ...(method !== "GET" && method !== "DELETE" && { json: {} }),
    });
    const { status } = response;
    return status === 403 ? (await json(response)).code : status;
  };
  for (const role of ROLES) {
    const wrong: unknown[] = [];
    for (const route of TRIED) {
      const said = await call(sessions[role], route);
      const expected = isAllowed(role, route.operation);
      if (REFUSED.includes(said) === expected || said === 401) {
        wrong.push([role, route.method, route.path, said]);
      }
    }
    expect(wrong).toEqual([]);
  }
  await put(people.manager, { role: "owner" });
  await service().fetch(`/v1/members/${people.reader.address}`, {
    ...{
      method: "DELETE",
      token: sessions.manager,
      headers: { "svc-act-as": address },
    },
  });
  for (const route of TRIED) {
    const said = await call(sessions.reader, route);
    expect([route.path, said]).toEqual([route.path, "not_a_member"]);
  }
});

test("a call that was let in before its member was lowered or removed changes nothing", async () => {
  const { as, ask, people, put, sessions, address, from } = await openTeam(
    service(),
  );
  const path = await ask();
  const { services } = service();
  const member = people.responder;
  for (const change of [
    () => put(member, { role: "reader" }),
    () => put(member, { role: "responder", approve: { upTo: "1.00" } }),
    () => as("owner")("DELETE", `/v1/members/${member.address}`),
  ]) {
    await put(member, { role: "responder" });
    const principal = await authenticate(services, sessions.responder, {
      as: address,
    });
    await change();
    const caller = { principal, via: "rest", requestId: "late" } as const;
    const conversationId = path.split("/").at(-1) ?? "";
    const late = callOperation(services, sendMessage, caller, {
      ...{ conversationId, text: "Too late" },
    });
    await expect(late).rejects.toMatchObject({ code: "not_a_member" });
  }
  expect(JSON.stringify(await from("GET", path))).not.toContain("Too late");
});

const gives = (own: Role | undefined, role: Role) =>
  own === "owner" || (own === "manager" && RANK[role] < 2);

test("random memberships grant and refuse what a small reference says", async () => {
  const seed = sample(7, Date.now() % 1_000_000);
  const { pick } = createRandom(seed);
  const { as, people, ask } = await openTeam(service());
  const path = await ask();
  const roles = new Map<Role, Role>(ROLES.map((it) => [it, it]));
  const owners = () => [...roles.values()].filter((it) => it === "owner");
  for (let step = 0; step < sample(120, 1_000); step++) {
    const [who, target] = [pick(ROLES), pick(ROLES)];
    const [mine, theirs] = [roles.get(who), roles.get(target)];
    const at = `/v1/members/${people[target].address}`;
    const isLast = theirs === "owner" && owners().length === 1;
    const act = pick(["put", "remove", "read", "write"]);
    const wanted = pick(ROLES);
    let may: boolean;
    let said: { status: number };
    if (act === "put") {
      may =
        gives(mine, wanted) &&
        (theirs === undefined || gives(mine, theirs)) &&
        !(isLast && wanted !== "owner");
      said = await as(who)("PUT", at, { role: wanted });
      if (may) roles.set(target, wanted);
    } else if (act === "remove") {
      const isSelf = who === target && mine !== undefined;
      may = theirs !== undefined && (isSelf || gives(mine, theirs)) && !isLast;
      said = await as(who)("DELETE", at);
      if (may) roles.delete(target);
    } else if (act === "read") {
      may = mine !== undefined;
      said = await as(who)("GET", path);
    } else {
      may = mine !== undefined && mine !== "reader";
      said = await as(who)("POST", `${path}/messages`, { text: "Hello" });
    }
    const told = [seed, step, act, mine, theirs, wanted];
    expect([...told, said.status < 300]).toEqual([...told, may]);
  }
});
