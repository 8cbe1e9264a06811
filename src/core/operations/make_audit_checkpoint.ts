import { Type } from "typebox";
import { definePreparedCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { makeCheckpoint } from "../audit/checkpoint.ts";
import {
  AuditCheckpointSchema,
  checkpointView,
} from "../audit/checkpoint_view.ts";
import { closed, nullable } from "../base/schemas.ts";
import { chainsOf, oldRows, sealOld } from "../conversations/store/seal_old.ts";

/** Signs an account of all chains as they are now. */
export const makeAuditCheckpoint = definePreparedCommand({
  name: "make_audit_checkpoint",
  title: "Make an audit checkpoint",
  description:
    "Sign an account of where every audit chain ends, if one has grown since the last account.",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    checkpoint: nullable(AuditCheckpointSchema),
    created: Type.Boolean({ description: "False if nothing has changed." }),
    hasMore: Type.Boolean({
      description: "True if another one is due at once.",
    }),
  }),
  prepare: (_input, call) => oldRows(call),
  chains: (_input, _call, old) => chainsOf(old),
  async run(_input, call, old) {
    if (chainsOf(old).length > 0) {
      await sealOld(call, old);
      return { checkpoint: null, created: false, hasMore: true };
    }
    const { newest, isNew, hasMore } = await makeCheckpoint(call);
    return {
      checkpoint: newest ? checkpointView(call, newest) : null,
      created: isNew,
      hasMore,
    };
  },
});
