import { expect, test } from "bun:test";
import {
  chainEnv,
  operatorKeyFile,
} from "../../packages/rail-x402/tests/chain_env.ts";
import { wallet } from "../../packages/rail-x402/tests/stage.ts";
import { startOperatorChannel } from "../../src/cli/operator_channel.ts";
import { OPERATIONS } from "../../src/core/operations/mod.ts";
import { openCore } from "../core/fixture.ts";
import { svc } from "./svc.ts";

test("svc says what a wallet has to sign to be paid, and takes its signature alone", async () => {
  await using key = await operatorKeyFile();
  const chain = chainEnv("http://127.0.0.1:9", key.path);
  await using core = await openCore({ RAIL: "x402", ...chain });
  await core.add("bob");
  const { services, config } = core;
  const channel = await startOperatorChannel(services, {
    operations: OPERATIONS,
    path: config.operatorPath ?? "",
  });
  await using _stopped = { [Symbol.asyncDispose]: () => channel.stop() };
  const payout = (...args: string[]) =>
    svc(core, "account", "payout", "bob", ...args);
  const { account } = wallet(78_001);
  const asked = await payout(account.address, "--json");
  expect([asked.code, asked.err]).toEqual([1, ""]);
  const { textToSign: message } = JSON.parse(asked.out);
  expect(message).toContain(`Wallet: ${account.address}`);
  const shown = await payout(account.address);
  expect(shown.out).toContain(message);
  const sign = async (by: typeof account) =>
    await payout(
      account.address,
      ...["--signature", await by.signMessage({ message })],
    );
  const forged = await sign(wallet(78_002).account);
  expect(forged.code).not.toBe(0);
  expect(forged.out).toBe("");
  const set = await sign(account);
  expect(set).toMatchObject({ code: 0, err: "" });
  expect(set.out).toContain(account.address);
  expect(await payout()).toMatchObject({
    code: 1,
    err: expect.stringContaining("give its address, or --none"),
  });
  const none = await payout("--none", "--json");
  expect(JSON.parse(none.out)).toMatchObject({ address: null });
});
