import { expect, test } from "bun:test";
import type { Principal } from "../../../src/core/access/principal.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { eraseAccounts } from "../../../src/core/loops/account_erasing.ts";
import { createConversation } from "../../../src/core/operations/create_conversation.ts";
import { deleteAccount } from "../../../src/core/operations/delete_account.ts";
import { enableAccount } from "../../../src/core/operations/enable_account.ts";
import { getConversation } from "../../../src/core/operations/get_conversation.ts";
import { saveContact } from "../../../src/core/operations/save_contact.ts";
import { sendMessage } from "../../../src/core/operations/send_message.ts";
import { verifyAudit } from "../../../src/core/operations/verify_audit.ts";
import { sample } from "../../proof.ts";
import { send, startStage } from "../core_harness.ts";
import { openCore } from "../fixture.ts";

test("a deleted account leaves others their copies, nobody its words, and every chain whole", async () => {
  await using core = await startStage();
  const { alice, bob, services } = core;
  const { accountId } = alice;
  const id = await send(alice, { to: bob.address, title: "For both" });
  await bob.run(sendMessage, { conversationId: id, text: "an answer" });
  await alice.run(createConversation, {
    to: [bob.address],
    title: "zebra",
    text: "crossing",
  });
  await alice.asPerson().run(saveContact, {
    address: bob.address,
    contactType: "coworkers",
  });
  await core.run(deleteAccount, { accountId, confirm: accountId });
  await eraseAccounts(services, { aborted: true });
  await eraseAccounts(services);
  const { conversation } = await bob.run(getConversation, {
    conversationId: id,
  });
  expect(conversation.title).toBe("For both");
  expect(conversation.from.name).toBe("Deleted account");
  expect(conversation.participants[0]?.displayName).toBe("Deleted account");
  const kept = await core.rows(
    `select count(*) from messages where parts like '%crossing%' union all select count(*) from contacts where owner_id = '${accountId}' union all select count(*) from conversations where title = 'zebra'`,
  );
  expect(kept).toEqual([[0], [0], [0]]);
  expect(await core.run(verifyAudit, {})).toMatchObject({
    ok: true,
    faults: [],
  });
  await expect(core.run(enableAccount, { accountId })).rejects.toMatchObject({
    code: "wrong_state",
  });
});

test("nothing is deleted while money is held, and it says where", async () => {
  await using core = await startStage();
  const { alice, bob } = core;
  const id = await send(alice, {
    to: bob.address,
    price: "5",
    title: "A poem",
  });
  for (const { accountId } of [alice, bob]) {
    expect(await core.run(deleteAccount, { accountId })).toMatchObject({
      held: [id],
      heldIn: [{ conversationId: id, title: "A poem" }],
    });
    await expect(
      core.run(deleteAccount, { accountId, confirm: accountId }),
    ).rejects.toThrow(id);
  }
});

test("of a deletion and holds at the same moment one side comes first, and the other sees it", async () => {
  for (let turns = 0; turns < 12; turns += sample(3, 1)) {
    await using core = await startStage();
    const { alice, bob } = core;
    const { accountId } = turns % 2 === 0 ? alice : bob;
    const later = async () => {
      for (let turn = 0; turn < turns; turn++) await Promise.resolve();
      return await core.run(deleteAccount, { accountId, confirm: accountId });
    };
    const holds = Array.from({ length: 6 }, () =>
      send(alice, { to: bob.address, price: "1", title: "Held" }),
    );
    const [deleted, ...held] = await Promise.allSettled([later(), ...holds]);
    const isDeleted = deleted.status === "fulfilled";
    const isHeld = held.some((it) => it.status === "fulfilled");
    expect({ turns, isDeleted, isHeld }).toEqual({
      turns,
      isDeleted: !isHeld,
      isHeld,
    });
  }
});

test("a person deletes their own account by its typed address after a fresh sign-in, and no agent does", async () => {
  await using core = await openCore();
  const [alice, bob] = [await core.add("alice"), await core.add("bob")];
  const { accountId } = alice;
  const { sessionId } = await core.addSession(alice);
  const person = {
    kind: "person",
    accountId,
    sessionId,
    scopes: null,
  } as const;
  const as = (principal: Principal, input: object) =>
    core.run(deleteAccount, principal, input);
  const confirm = "alice@inbox.localhost";
  const looked = await as(person, {});
  expect(looked).toMatchObject({ begun: false, held: [] });
  expect(looked.erases.length * looked.stays.length).toBeGreaterThan(0);
  for (const [principal, input, code] of [
    [person, { confirm: "bob@inbox.localhost" }, "invalid_input"],
    [person, { accountId: bob.accountId, confirm }, "account_not_found"],
    [{ ...person, sessionId: "older" }, { confirm }, "sign_in_again"],
    [alice.member, { confirm }, "forbidden"],
  ] as const) {
    await expect(as(principal, input)).rejects.toMatchObject({ code });
  }
  expect(await as(person, { confirm })).toMatchObject({ begun: true });
  await eraseAccounts(core.services);
  expect((await core.run(verifyAudit, OPERATOR, {})).faults).toEqual([]);
});
