import { expect, test } from "bun:test";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openCore } from "../core/fixture.ts";
import { svc } from "./svc.ts";

test("an operator says to the running service that the clock is right", async () => {
  await using core = await openCore();
  const channel = await startOperatorChannel(core.services, {
    operations: OPERATIONS,
    path: core.config.operatorPath ?? "",
  });
  try {
    const before = await svc(core, "clock", "trust");
    expect(before).toMatchObject({ code: 0, err: "" });
    expect(before.out).toMatch(
      /^The clock shows \S+Z\. It was already trusted\.\n$/,
    );
    core.advance(8 * 86_400_000);
    expect(core.services.clockWatch.look()).toBe(false);
    const after = await svc(core, "clock", "trust");
    expect(after.out).toMatch(
      /It was found 691\d{3} s ahead; expiry continues/,
    );
    expect(await core.services.clockWatch.isTrusted()).toBe(true);
  } finally {
    await channel.stop();
  }
});
