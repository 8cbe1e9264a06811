import { Type } from "typebox";
import { makeCheckpoint } from "../audit/checkpoint.ts";
import { defineCommand, SYSTEM_ONLY } from "../operation.ts";
import { closed } from "../schemas.ts";

/** The clock's own checkpoint, of what has changed since the last. */
export const signAuditHeads = defineCommand({
  name: "sign_audit_heads",
  title: "Sign the audit heads",
  description: "Sign an account of all audit chains, if one has grown.",
  access: SYSTEM_ONLY,
  input: closed({}),
  output: closed({ created: Type.Boolean(), hasMore: Type.Boolean() }),
  chains: () => [],
  async run(_input, call) {
    const { isNew, hasMore } = await makeCheckpoint(call);
    return { created: isNew, hasMore };
  },
});
