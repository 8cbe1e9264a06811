import { expect, test } from "bun:test";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { startService } from "../harness.ts";
import { shared } from "../shared.ts";
import { openDelegation } from "./delegation.ts";
import { over } from "./team.ts";

const service = shared(startService);
const HOUR = 3_600_000;

test("delegates are told of what the person has not answered in the hours that they set, once", async () => {
  const { own, ask, bob, alice } = await openDelegation(service(), {
    upTo: "5.00",
  });
  const quorum = await own("PUT", "/v1/approvals", { over: "1.00" });
  expect([quorum.status, quorum.errors[0].pointer]).toEqual([400, "/over"]);
  await own("PUT", "/v1/approvals", { escalateAfter: 2 });
  expect((await own("GET", "/v1/delegations")).escalateAfter).toBe(2);
  const [mine, beyond] = [await ask("5.00"), await ask("6.00")];
  const { services, clock } = service();
  clock.advance(2 * HOUR - 1);
  await sweepDue(services);
  // The sessions end in those hours.
  const alices = over(service(), alice.token);
  const cardOf = async (at: string) =>
    (await alices("GET", at)).conversation.checkpoints[0];
  expect((await cardOf(mine)).asked).toBe(undefined);
  clock.advance(1);
  expect(await sweepDue(services)).toBe(2);
  expect(await sweepDue(services)).toBe(0);
  expect(await cardOf(mine)).toMatchObject({
    escalatedAt: expect.any(String),
    asked: [{ address: bob.address }],
  });
  expect((await cardOf(beyond)).asked).toBe(undefined);
});
