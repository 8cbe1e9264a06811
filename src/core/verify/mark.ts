import type { Static } from "typebox";
import { closed, integer, string } from "../base/schemas.ts";

/**
 * The end of a verification: the next one checks what was written since, and the next part of
 * what is older.
 */
export const VerifyMark = closed({
  place: integer("The last record, in the order of writing."),
  transfer: string("The last transfer."),
  leaf: integer("How large the log was."),
  old: closed({
    chain: string("The last chain that was looked at in its turn."),
    transfer: string("The last transfer."),
    account: string("The last account of the ledger."),
    leaf: integer("The leaves of the log before it."),
  }),
});

export type VerifyMark = Static<typeof VerifyMark>;

/** Nothing was checked yet. */
export const NO_MARK: VerifyMark = {
  place: 0,
  transfer: "",
  leaf: 0,
  old: { chain: "", transfer: "", account: "", leaf: 0 },
};
