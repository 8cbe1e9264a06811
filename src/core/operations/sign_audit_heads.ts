import { Type } from "typebox";
import { definePreparedCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { makeCheckpoint } from "../audit/checkpoint.ts";
import { closed } from "../base/schemas.ts";
import { chainsOf, oldRows, sealOld } from "../conversations/store/seal_old.ts";

/** The timed audit checkpoint, over the chains that changed since the last one. */
export const signAuditHeads = definePreparedCommand({
  name: "sign_audit_heads",
  title: "Sign the audit heads",
  description: "Sign an account of all audit chains, if one has grown.",
  access: SYSTEM_ONLY,
  input: closed({}),
  output: closed({ created: Type.Boolean(), hasMore: Type.Boolean() }),
  prepare: (_input, call) => oldRows(call),
  chains: (_input, _call, old) => chainsOf(old),
  async run(_input, call, old) {
    if (chainsOf(old).length > 0) {
      await sealOld(call, old);
      return { created: false, hasMore: true };
    }
    const { isNew, hasMore } = await makeCheckpoint(call);
    return { created: isNew, hasMore };
  },
});
