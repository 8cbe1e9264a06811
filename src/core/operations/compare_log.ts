import { Type } from "typebox";
import { readLogHead } from "../../../packages/verify/src/log_head.ts";
import { LogTree } from "../../../packages/verify/src/log_tree.ts";
import { isSignedBy } from "../../../packages/verify/src/signed_note.ts";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { logStore } from "../audit/log/log_store.ts";
import { newestLog } from "../audit/log/prove.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, nullable, string } from "../base/schemas.ts";

/** Compares a checkpoint of the log that was kept elsewhere with the log. */
export const compareLog = defineQuery({
  name: "compare_log",
  title: "Compare a log checkpoint",
  access: OPERATOR_ONLY,
  input: closed({
    note: Type.String({ maxLength: LIMITS.checkpointNoteCharsMax }),
  }),
  output: closed({
    problem: nullable(
      string("The problem, in a sentence; null if there is none."),
    ),
  }),
  async run({ note }, call) {
    const head = readLogHead(note);
    if (!head) return { problem: "it is no checkpoint of a log" };
    if (!(await isSignedBy(call.signer.publicKeys, note))) {
      return { problem: "it is not signed with the service's key" };
    }
    const { size, origin } = head;
    const newest = await newestLog(call);
    if (origin !== (newest?.origin ?? origin)) {
      return { problem: "it is of another log" };
    }
    if (size > (newest?.size ?? 0)) {
      const problem = `the log has ${newest?.size ?? 0} entries, and had ${size} when it was signed`;
      return { problem };
    }
    const root = await new LogTree(logStore(call.db).read, size).root();
    const isSame = root.toBase64() === head.root;
    return { problem: isSame ? null : "the log does not extend it" };
  },
});
