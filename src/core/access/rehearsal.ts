import type { CommandCall, QueryCall } from "./context.ts";

/**
 * A command's call that drops its writes: it shows the outcome of the command by the
 * command's own functions.
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
