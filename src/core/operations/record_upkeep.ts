import { Type } from "typebox";
import { defineCommand, OPERATOR_ONLY } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, Done, nullable } from "../base/schemas.ts";
import { queueOperatorNotice } from "../mail/notices.ts";
import { VerifyMark } from "../verify/mark.ts";
import { resultsStore } from "../verify/results_store.ts";

/** Stores the result of a backup or a verification, and tells the operator of a bad one. */
export const recordUpkeep = defineCommand({
  name: "record_upkeep",
  title: "Record a backup or a verification",
  access: OPERATOR_ONLY,
  input: closed({
    kind: Type.Enum(["backup", "verify"]),
    ok: Type.Boolean(),
    details: Type.Array(Type.String(), { maxItems: LIMITS.upkeepDetailsMax }),
    mark: Type.Optional(nullable(VerifyMark)),
  }),
  output: Done,
  chains: () => [],
  async run({ kind, ok, details, mark = null }, call) {
    const store = resultsStore(call.db);
    const before = await store.newest(kind);
    const wellAt = ok ? call.now : (before?.wellAt ?? null);
    call.write(store.put({ kind, at: call.now, ok, details, wellAt, mark }));
    if (!ok) queueOperatorNotice(call, { about: kind, details });
    return { done: true };
  },
});
