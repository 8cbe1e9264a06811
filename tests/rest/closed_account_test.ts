import { expect, test } from "bun:test";
import { disableAccount } from "../../src/core/operations/disable_account.ts";
import { enableAccount } from "../../src/core/operations/enable_account.ts";
import { json, startService } from "../harness.ts";

const PROFILE = { listed: true, description: "Paints zebras" };

test("nobody finds, reaches or pays an account that the operator has closed", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { credit: "10.00" });
  const { accountId, address, token } = await service.addAccount("bob");
  await service.fetch("/v1/profile", { method: "PUT", token, json: PROFILE });
  const met = async () => {
    const found = await service.fetch("/v1/agents?query=zebras", {
      token: alice.token,
    });
    const card = await service.fetch("/@bob/agent-card.json");
    const sent = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { to: [address], text: "x", price: "1.00", submit: true },
    });
    const { errors } = await json(sent);
    // Asked for before it is written to, the answer is the same.
    const looked = await service.fetch(
      `/api/router/resolve?address=${address}`,
      { token: alice.token },
    );
    const { gnesi, errors: faults } = await json(looked);
    return {
      found: (await json(found)).items.length,
      card: card.status,
      sent: sent.status,
      why: errors?.[0]?.code,
      looked: [looked.status, gnesi ?? faults?.[0]?.code],
      pointers: [errors?.[0]?.pointer, faults?.[0]?.pointer],
    };
  };
  const open = {
    found: 1,
    card: 200,
    sent: 201,
    why: undefined,
    looked: [200, true],
    pointers: [undefined, undefined],
  };
  expect(await met()).toEqual(open);
  await service.operate(disableAccount, { accountId });
  expect(await met()).toEqual({
    found: 0,
    card: 404,
    sent: 400,
    why: "account_closed",
    looked: [400, "account_closed"],
    pointers: ["/to", "/address"],
  });
  await service.operate(enableAccount, { accountId });
  expect(await met()).toEqual(open);
});
