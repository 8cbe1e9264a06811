import { expect } from "bun:test";
import { creditAccount } from "../../src/core/operations/credit_account.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json } from "../harness.ts";

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** Somebody at REST, for themselves or as a team. */
export function over({ fetch }: TestService, token: string, team?: string) {
  return async (method: Method, path: string, body?: object) => {
    const response = await fetch(path, {
      method,
      token,
      ...(team && { headers: { "svc-act-as": team } }),
      ...(body && { json: body }),
    });
    return { status: response.status, ...(await json(response)) };
  };
}

let count = 0;

/** A team with an owner and a member of each other role; Bob is a customer. */
export async function openTeam(service: TestService) {
  count += 1;
  const add = (name: string, credit?: string) =>
    service.addAccount(`${name}${count}`, {
      name,
      ...(credit && { credit }),
    });
  const bob = await add("bob", "50.00");
  const people = {
    owner: await add("mira"),
    manager: await add("max"),
    responder: await add("jon"),
    reader: await add("lea"),
  };
  const sessions = {
    owner: (await service.addSession(people.owner)).token,
    manager: (await service.addSession(people.manager)).token,
    responder: (await service.addSession(people.responder)).token,
    reader: (await service.addSession(people.reader)).token,
  };
  const made = await over(service, sessions.owner)("POST", "/v1/teams", {
    displayName: "Sales",
    localPart: `sales${count}`,
  });
  expect(made.status).toBe(201);
  const { address, id } = made.team;
  const as = (role: keyof typeof people) =>
    over(service, sessions[role], address);
  const put = (who: TestAccount, terms: object) =>
    as("owner")("PUT", `/v1/members/${who.address}`, terms);
  for (const role of ["manager", "responder", "reader"] as const) {
    expect((await put(people[role], { role })).status).toBe(201);
  }
  const from = over(service, bob.token);
  const ask = async (more: object = {}) => {
    const sent = await from("POST", "/v1/conversations", {
      ...{ to: [address], title: "Chairs", text: "Two chairs?", submit: true },
      ...more,
    });
    expect(sent.status).toBe(201);
    return `/v1/conversations/${sent.conversation.id}`;
  };
  return { service, bob, people, sessions, address, id, as, put, from, ask };
}

/** What takes several people, and how one of them approves. */
export const RULE = { over: "10.00", needed: 2 };
export const APPROVE = { decision: "approve" };

/** A team with money, of which two owners and two managers may pay. */
export async function openPayersOn(on: TestService) {
  const team = await openTeam(on);
  await on.operate(creditAccount, { accountId: team.id, amount: "5000.00" });
  for (const who of [team.people.responder, team.people.reader]) {
    await team.put(who, { role: "manager" });
  }
  const owner = team.as("owner");
  const set = (terms: object) => owner("PUT", "/v1/approvals", terms);
  expect((await set(RULE)).status).toBe(200);
  const pay = async (role: "owner" | "manager" = "owner", price = "20.00") => {
    const sent = await team.as(role)("POST", "/v1/conversations", {
      ...{ to: [team.bob.address], title: "Chairs", text: "Four" },
      ...{ price, submit: true },
    });
    const { conversation } = sent;
    return { ...sent, at: `/v1/conversations/${conversation.id}` };
  };
  const vote = (role: Parameters<typeof team.as>[0], at: string) =>
    team.as(role)("POST", `${at}/decisions`, APPROVE);
  return { ...team, owner, set, pay, vote };
}
