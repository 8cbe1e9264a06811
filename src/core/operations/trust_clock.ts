import { Type } from "typebox";
import { clockStore } from "../access/clock_store.ts";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";

/** The operator's word that the clock is right, after it was found far ahead. */
export const trustClock = defineCommand({
  name: "trust_clock",
  title: "Trust the clock",
  description: "Let end what time ends: the clock is right.",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    now: Type.String({ description: "What the clock shows." }),
    aheadSeconds: Type.Integer({
      description: "How far it was found ahead; 0 if it was trusted already.",
    }),
  }),
  chains: () => [],
  async run(_input, call) {
    const aheadMs = call.clockDoubt()?.aheadMs ?? 0;
    call.write(clockStore(call.db).give(call.now));
    return {
      now: showTime(call.now),
      aheadSeconds: Math.round(aheadMs / 1_000),
    };
  },
});
