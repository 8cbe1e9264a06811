import { expect, setDefaultTimeout, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openCore } from "../core/fixture.ts";
import { json, svc } from "./svc.ts";

setDefaultTimeout(30_000);

test("svc account delete only shows until its account is confirmed, and the address is not given again", async () => {
  await using core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  await core.add("alice");
  const alice = "alice@inbox.localhost";
  const remove = ["account", "delete", alice] as const;
  expect(await json(core, ...remove)).toMatchObject({ begun: false });
  const other = await svc(core, ...remove, "--confirm", "bob@inbox.localhost");
  expect(other.code).toBe(1);
  const done = await json(core, ...remove, "--confirm", alice);
  expect(done).toMatchObject({ begun: true });
  const again = await svc(core, "account", "enable", alice);
  expect(again.err).toContain("it was deleted");
  await expect(core.add("alice")).rejects.toMatchObject({
    name: "ServiceError",
  });
  await channel.stop();
});
