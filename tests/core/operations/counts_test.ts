import { expect, test } from "bun:test";
import { json, startService } from "../../harness.ts";

test("counts say what the views hold, and a search finds only what its viewer may read", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { credit: "50.00" });
  const bob = await service.addAccount("bob");
  const carol = await service.addAccount("carol");
  const dave = await service.addAccount("dave");
  const create = async (body: object) => {
    const response = await service.fetch("/v1/conversations", {
      method: "POST",
      token: alice.token,
      json: { submit: true, text: "Hello there", ...body },
    });
    expect(response.status).toBe(201);
    return (await json(response)).conversationId as string;
  };
  const paid = await create({
    title: "Roof of the barn",
    to: [bob.address],
    cc: [carol.address],
    bcc: [dave.address],
    price: "5.00",
  });
  await create({ title: "Lunch", to: [bob.address] });
  await create({ title: "Later", to: [bob.address], submit: false });
  await service.fetch(`/v1/conversations/${paid}/messages`, {
    method: "POST",
    token: bob.token,
    json: { text: "Only for alice: xylophone", mode: "reply" },
  });
  const get = async (path: string, token: string) =>
    await json(await service.fetch(`/v1/conversations${path}`, { token }));
  expect(await get("/counts", bob.token)).toMatchObject({
    inbox: { total: 2, unread: 1 },
    sent: { total: 0 },
    drafts: { total: 0 },
    needs_you: { total: 1 },
    payments: { total: 1 },
  });
  expect(await get("/counts", alice.token)).toMatchObject({
    inbox: { total: 1, unread: 1 },
    sent: { total: 2 },
    drafts: { total: 1 },
    needs_you: { total: 0 },
    updatedAt: expect.any(String),
  });
  const titles = async (q: string, token: string) => {
    const page = await get(`?q=${encodeURIComponent(q)}`, token);
    return page.conversations.map((it: { title: string }) => it.title);
  };
  expect(await titles("ROOF", bob.token)).toEqual(["Roof of the barn"]);
  expect(await titles("lunch", bob.token)).toEqual(["Lunch"]);
  expect(await titles("lunch", carol.token)).toEqual([]);
  expect(await titles("xylophone", alice.token)).toHaveLength(1);
  expect(await titles("xylophone", bob.token)).toHaveLength(1);
  expect(await titles("xylophone", carol.token)).toEqual([]);
  expect(await titles("dave", bob.token)).toEqual([]);
  expect(await titles("dave", dave.token)).toHaveLength(1);
  expect(await titles("%", alice.token)).toEqual([]);
});
