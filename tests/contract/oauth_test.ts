import { expect, test } from "bun:test";
import { driversOf } from "../drivers.ts";
import { json, startService } from "../harness.ts";
import { grant } from "../oauth_grant.ts";

test("an OAuth client is let in to the tools alone, within its limits, until it is disconnected", async () => {
  await using service = await startService();
  const alice = await service.addAccount("alice", { credit: "100.00" });
  const bob = await service.addAccount("bob");
  const token = await grant(service, alice);
  const codes: Record<string, string> = {};
  for (const { name, list } of driversOf(service)) {
    const listed = await list(token);
    codes[name] = listed.ok ? "ok" : listed.error.code;
  }
  expect(codes).toEqual({
    mcp: "ok",
    rest: "unauthenticated",
    a2a: "unauthenticated",
  });

  const tools = driversOf(service).find(({ name }) => name === "mcp");
  if (!tools) throw new Error("No driver for the tools");
  const pay = async (price: string) => {
    const fields = { to: [bob.address], text: "x", price };
    const paid = await tools.create(token, fields);
    return paid.ok ? paid.output.state : paid.error.code;
  };
  expect(await pay("4")).toBe("submitted");
  expect(await pay("2")).toBe("input-required");
  expect(await pay("1")).toBe("submitted");

  const session = await service.addSession(alice);
  const path = "/v1/credentials";
  const listed = await service.fetch(path, { token: session.token });
  const { credentials } = await json(listed);
  expect(credentials[0]).toMatchObject({
    id: "cred_client",
    kind: "oauth",
    limits: { perPayment: null, perDay: { amount: "5.00" } },
    lastUsedFrom: "127.0.0.1",
  });
  const ended = await service.fetch(`${path}/cred_client`, {
    method: "DELETE",
    token: session.token,
  });
  expect(ended.status).toBe(200);
  const after = await tools.list(token);
  expect(after).toMatchObject({
    ok: false,
    error: { code: "unauthenticated" },
  });
});
