import { Type } from "typebox";
import { clockStore } from "../access/clock_store.ts";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, string } from "../base/schemas.ts";
import { showTime } from "../base/time.ts";

/** Confirms the clock by the operator's decision, after it was found far ahead. */
export const trustClock = defineCommand({
  name: "trust_clock",
  title: "Trust the clock",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    now: string("The clock's time."),
    aheadSeconds: Type.Integer({
      description: "How far ahead it was found; 0 if it was already trusted.",
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
