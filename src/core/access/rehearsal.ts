import type { CommandCall, QueryCall } from "./context.ts";

/**
 * A command's call whose writes go nowhere: what the command would come to, found out
 * by the command's own functions.
 */
export function rehearsal(call: QueryCall): CommandCall {
  return {
    ...call,
    write() {},
    record() {},
    hold() {},
    endOf: () => 0,
    wake() {},
    committed() {},
    refuseAfter(error) {
      throw error;
    },
  };
}
