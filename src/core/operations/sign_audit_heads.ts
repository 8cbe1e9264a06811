import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { signLog } from "../audit/log/sign_log.ts";
import { closed } from "../base/schemas.ts";

/** The timed checkpoint of the log, over the chains that changed since the last one. */
export const signAuditHeads = defineCommand({
  name: "sign_audit_heads",
  title: "Sign the audit heads",
  description: "Sign the heads of all audit chains, if one has grown.",
  access: SYSTEM_ONLY,
  input: closed({}),
  output: closed({ created: Type.Boolean(), hasMore: Type.Boolean() }),
  chains: () => [],
  async run(_input, call) {
    const { isNew, hasMore } = await signLog(call);
    return { created: isNew, hasMore };
  },
});
