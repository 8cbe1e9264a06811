import { expect, test } from "bun:test";
import { json, startService } from "../harness.ts";

const lines = (logged: readonly string[]) =>
  logged
    .map((it) => JSON.parse(it))
    .filter((it) => it.event === "access")
    .map(({ method, route, status, requestId }) => ({
      method,
      route,
      status,
      requestId,
    }));

test("an access line says the route and how it ended, and nothing that was sent", async () => {
  await using service = await startService({ env: { ACCESS_LOG: "on" } });
  const alice = await service.addAccount("alice");
  const link = "c2VjcmV0LW9mLWEtbGluaw";
  await service.fetch("/v1/conversations?view=inbox", {
    token: alice.token,
    headers: { "x-request-id": "mine" },
  });
  await service.fetch(`/i/${link}?token=${link}`);
  await service.fetch(`/no/${link}`, { method: "PROPFIND" });
  const told = lines(service.logged);
  expect(told).toEqual([
    {
      method: "GET",
      route: "/v1/conversations",
      status: 200,
      requestId: "mine",
    },
    expect.objectContaining({ method: "GET", route: "/i/:token" }),
    expect.objectContaining({ method: "_OTHER", route: "none", status: 404 }),
  ]);
  const text = service.logged.join("\n");
  expect(text).not.toContain(link);
  expect(text).not.toContain(alice.token);
});

test("there is no access line unless it is asked for", async () => {
  await using service = await startService();
  await service.fetch("/v1/limits");
  expect(lines(service.logged)).toEqual([]);
});

test("of a part of the requests about that part has a line", async () => {
  await using service = await startService({ env: { ACCESS_LOG: "0.2" } });
  for (let n = 0; n < 300; n++) await json(await service.fetch("/v1/limits"));
  const { length } = lines(service.logged);
  expect(length).toBeGreaterThan(20);
  expect(length).toBeLessThan(120);
});
