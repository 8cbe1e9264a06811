import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { checkpointStore } from "../audit/checkpoint_store.ts";
import { AFTER_ALL } from "../audit/tree.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, flag, integer, string } from "../base/schemas.ts";

/** A page of what the newest checkpoint is about. */
export const listAuditHeads = defineQuery({
  name: "list_audit_heads",
  title: "List the audit heads",
  description:
    "Where each audit chain ends in the newest checkpoint, in the order of their ids.",
  access: OPERATOR_ONLY,
  input: closed({ after: Type.String({ maxLength: LIMITS.idCharsMax }) }),
  output: closed({
    number: integer("The checkpoint; 0 if there is none."),
    heads: Type.Array(
      closed({
        chainId: string("Id of the conversation or account whose chain it is."),
        seq: integer("How many records the chain has."),
        hash: string("Hash of its last record, as hex."),
      }),
    ),
    hasMore: flag("True if there are more than these."),
  }),
  async run({ after }, call) {
    const store = checkpointStore(call.db);
    const before = await store.newest();
    const ends = await store.heads(after, AFTER_ALL);
    const heads = ends.map(({ leaf: _leaf, ...end }) => end);
    const hasMore = heads.length === LIMITS.auditHeadsAtOnce;
    const now = await store.newest();
    // A newer checkpoint is about other heads: the reader starts again.
    const isSame = before?.number === now?.number;
    return { number: isSame ? (now?.number ?? 0) : -1, heads, hasMore };
  },
});
