import { expect, test } from "bun:test";
import { sweepDue } from "../../src/core/loops/sweeper.ts";
import { json, START, startService } from "../harness.ts";

test("a draft is sent later over REST, with the read that shows when, by an agent as well", async () => {
  await using service = await startService();
  const [alice, bob] = [
    await service.addAccount("alice"),
    await service.addAccount("bob"),
  ];
  const { token } = await service.addSession(alice);
  const made = await json(
    await service.fetch("/v1/conversations", {
      method: "POST",
      token,
      json: { to: bob.address, title: "Later", text: "words" },
    }),
  );
  const path = `/v1/conversations/${made.conversationId}`;
  const schedule = (by: string, body: object) =>
    service.fetch(`${path}/schedule`, {
      method: "POST",
      token: by,
      json: body,
    });
  const sendAt = new Date(START + 60_000).toISOString();
  const byAgent = await schedule(alice.token, { sendAt });
  expect(byAgent.status).toBe(200);
  const chosen = await schedule(token, { sendAt });
  expect(chosen.status).toBe(200);
  expect((await json(chosen)).conversation.sendAt).toBe(sendAt);
  const { conversation: read } = await json(
    await service.fetch(path, { token }),
  );
  expect(read).toMatchObject({ sendAt });
  const listed = await json(
    await service.fetch("/v1/conversations?view=drafts&fields=summary", {
      token,
    }),
  );
  expect(listed.conversations).toMatchObject([{ sendAt }]);
  const offered = read.actions.map(({ name }: { name: string }) => name);
  expect(offered).toContain("unschedule");
  expect(offered).not.toContain("schedule");
  service.clock.advance(60_000);
  await sweepDue(service.services);
  const sent = await json(await service.fetch(path, { token: bob.token }));
  expect(sent.state).toBe("submitted");
  const late = await schedule(token, { sendAt: null });
  expect([late.status, (await json(late)).code]).toEqual([409, "not_a_draft"]);
});
