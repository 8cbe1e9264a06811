import { defineQuery, MEMBER } from "../access/operation.ts";
import { checkpointStore } from "../audit/checkpoint_store.ts";
import {
  AuditCheckpointSchema,
  checkpointView,
} from "../audit/checkpoint_view.ts";
import { closed } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

/**
 * The newest signed account of all chains. It says how many there are and nothing
 * of any, so that every account may keep it and compare later.
 */
export const getAuditCheckpoint = defineQuery({
  name: "get_audit_checkpoint",
  title: "Read the audit checkpoint",
  description:
    "The newest signed account of where all audit chains end. Keep it: a later one that does not follow from it shows that the record was rewritten.",
  access: MEMBER,
  scope: "audit:read",
  input: closed({}),
  output: AuditCheckpointSchema,
  async run(_input, call) {
    const newest = await checkpointStore(call.db).newest();
    if (newest) return checkpointView(call, newest);
    throw new ServiceError("not_found", {
      detail: told`Cannot find an audit checkpoint: none was made yet.`,
    });
  },
});
