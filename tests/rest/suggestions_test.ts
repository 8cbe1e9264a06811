import { expect, test } from "bun:test";
import { json, startService } from "../harness.ts";

test("whom one might mean: contacts by address or name, then the directory; never who is blocked, nor oneself", async () => {
  await using service = await startService();
  const [ann, bob, bea, boris] = [
    await service.addAccount("ann"),
    await service.addAccount("bob", { name: "Robert Brown" }),
    await service.addAccount("bea"),
    await service.addAccount("boris"),
  ];
  const suggest = async (q: string, by = ann) => {
    const path = `/v1/recipients?q=${encodeURIComponent(q)}`;
    const answer = await json(await service.fetch(path, { token: by.token }));
    return answer.recipients.map(
      ({ address, from }: { address: string; from: string }) => [address, from],
    );
  };
  for (const to of [bob, bea, boris]) {
    service.clock.advance(1_000);
    await service.fetch("/v1/conversations", {
      method: "POST",
      token: ann.token,
      json: { to: to.address, title: "Hello", text: "words", submit: true },
    });
  }
  const known = (...whom: readonly { readonly address: string }[]) =>
    whom.map(({ address }) => [address, "contacts"]);
  expect((await suggest("b")).slice(0, 3)).toEqual(known(boris, bea, bob));
  expect((await suggest("BO")).slice(0, 2)).toEqual(known(boris, bob));
  expect(await suggest("brow")).toEqual(known(bob));
  expect(await suggest("row")).toEqual([]);
  expect(await suggest("%")).toEqual([]);
  // Somebody else's contacts are nobody's here.
  expect(await suggest("boris", bob)).toEqual([]);
  const blocking = await service.fetch(`/v1/contacts/${boris.address}`, {
    method: "PUT",
    token: (await service.addSession(ann)).token,
    json: { blocked: true },
  });
  expect(blocking.ok).toBe(true);
  expect((await suggest("bo")).slice(0, 1)).toEqual(known(bob));
  const [found] = await suggest("hello");
  expect(found?.[1]).toBe("directory");
  for (const by of [bob, ann]) {
    await service.fetch("/v1/profile", {
      method: "PUT",
      token: (await service.addSession(by)).token,
      json: { listed: true },
    });
  }
  expect(await suggest("ann")).toEqual([]);
  expect(await suggest("ann", bea)).toEqual([[ann.address, "directory"]]);
});
