import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { makeCheckpoint } from "../audit/checkpoint.ts";
import {
  AuditCheckpointSchema,
  checkpointView,
} from "../audit/checkpoint_view.ts";
import { closed, nullable } from "../base/schemas.ts";

/** Signs an account of all chains as they are now. */
export const makeAuditCheckpoint = defineCommand({
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
  chains: () => [],
  async run(_input, call) {
    const { newest, isNew, hasMore } = await makeCheckpoint(call);
    return {
      checkpoint: newest ? checkpointView(call, newest) : null,
      created: isNew,
      hasMore,
    };
  },
});
