import type { CommandCall, QueryCall } from "./context.ts";

/**
 * A command's call that discards its writes: the command's own functions show its outcome.
 */
export function rehearsal(call: QueryCall): CommandCall {
  return {
    ...call,
    write() {},
    record() {},
    cover() {},
    endOf: () => 0,
    changed() {},
    tellDevices() {},
    wake() {},
    committed() {},
    refuseAfter(error) {
      throw error;
    },
  };
}
