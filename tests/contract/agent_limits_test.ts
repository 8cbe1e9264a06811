import { expect, test } from "bun:test";
import { verifyLedger } from "../../src/core/operations/verify_ledger.ts";
import type { Driver } from "../driver.ts";
import { driversOf } from "../drivers.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { callA2a, callTool } from "./checkpoints.ts";
import { WIRES } from "./stage.ts";

/** The limits of a service that was set up without a word. */
const AS_SHIPPED = { AGENT_AUTO_DAY_LIMIT: "", AGENT_AUTO_PAYEE_LIMIT: "" };
const ASKS = "input-required";

const available = async (service: TestService, { token }: TestAccount) =>
  (await json(await service.fetch("/v1/balance", { token }))).available.amount;

/** One offer: its state, or the code of its refusal. */
async function offer(driver: Driver, token: string, to: string, text = "x") {
  const made = await driver.create(token, { to: [to], text, price: "10.00" });
  return made.ok ? made.output.state : made.error.code;
}

/** The one whose turn it is. */
function turn<T>(all: readonly T[], index: number): T {
  const found = all[index % all.length];
  if (found === undefined) throw new RangeError("Nobody's turn");
  return found;
}

test("28 × 10.00 at once, by two credentials over all wires, hold 20.00 for one payee and 50.00 in all", async () => {
  await using service = await startService({ env: AS_SHIPPED });
  const alice = await service.addAccount("alice", { credit: "500.00" });
  const payees: TestAccount[] = [];
  for (const name of ["bob", "carol", "dave"]) {
    payees.push(await service.addAccount(name));
  }
  const tokens = [
    alice.token,
    await service.addCredential(alice, [
      "conversations:submit",
      "conversations:read",
      "contacts:new",
      "payments:hold",
    ]),
  ];
  const drivers = driversOf(service);
  const burst = async (at: readonly TestAccount[]) =>
    await Promise.all(
      Array.from({ length: 28 }, (_, index) =>
        offer(
          turn(drivers, index),
          turn(tokens, index),
          turn(at, index).address,
          `offer ${index}`,
        ),
      ),
    );
  const held = (states: readonly string[]) => {
    expect(states.every((it) => it === "submitted" || it === ASKS)).toBe(true);
    return states.filter((it) => it === "submitted").length;
  };
  expect(held(await burst(payees.slice(0, 1)))).toBe(2);
  expect(await available(service, alice)).toBe("480.00");
  expect(held(await burst(payees))).toBe(3);
  expect(await available(service, alice)).toBe("450.00");
  expect(await service.operate(verifyLedger, {})).toMatchObject({ ok: true });
});

for (const name of WIRES) {
  test(`${name}: over the day the agent waits, and its person's own payment does not`, async () => {
    await using service = await startService({
      env: { ...AS_SHIPPED, AGENT_AUTO_DAY_LIMIT: "15" },
    });
    const alice = await service.addAccount("alice", { credit: "100.00" });
    const bob = await service.addAccount("bob");
    const { token: person } = await service.addSession(alice);
    const wire = driversOf(service).find((it) => it.name === name);
    if (!wire) throw new Error(`No driver for ${name}`);
    expect(await offer(wire, alice.token, bob.address)).toBe("submitted");
    expect(await offer(wire, alice.token, bob.address)).toBe(ASKS);
    const view = "/v1/conversations?view=needs_you";
    const { conversations } = await json(
      await service.fetch(view, { token: person }),
    );
    const { rules } = conversations[0].checkpoints[0];
    expect(rules).toEqual([
      {
        id: "R-PAY-AGENT-DAY",
        outcome: "needs_person",
        detail:
          "The price is above the default daily limit for all your agents: at most 15.00 USDC (TEST) per day (UTC), 5.00 USDC (TEST) left today.",
      },
    ]);
    expect(await offer(wire, person, bob.address)).toBe("submitted");
    expect(await available(service, alice)).toBe("80.00");
  });
}

test("over every wire a request that waits for more than its agent may pay says so, and where the person pays", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { credit: "100.00" });
  const bob = await service.addAccount("bob");
  const { token } = await service.addSession(bob);
  const prices = [{ contactType: "everyone", price: "50" }];
  const profile = { method: "PUT", token, json: { prices } };
  expect((await service.fetch("/v1/profile", profile)).status).toBe(200);
  const made = await service.fetch("/v1/conversations", {
    ...{ method: "POST", token: alice.token },
    json: { to: [bob.address], text: "x", submit: true },
  });
  const { conversationId } = await json(made);
  const at = `/v1/conversations/${conversationId}`;
  const rest = await json(await service.fetch(at, alice));
  const named = { conversationId };
  const mcp = await callTool(service, alice.token, "get_conversation", named);
  const task = { id: conversationId };
  const a2a = await callA2a(service, alice.token, "GetTask", task);
  const page = `${service.baseUrl}/c/${conversationId}`;
  const why =
    "Cannot pay: only your person can. The price is above the default limit for agents: at most 10.00 USDC (TEST) per payment.";
  const nextStep = { who: "person", reason: why, approvalUrl: page };
  const waits = { state: "auth-required", conversation: { nextStep } };
  expect(rest).toMatchObject(waits);
  expect(mcp.structuredContent).toMatchObject(waits);
  expect(a2a.result.status.message.parts).toEqual([
    { text: `Waits for your person, who decides at ${page}. ${why}` },
  ]);
});
