import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { isSignedBy } from "../audit/signed_note.ts";
import { auditStore } from "../audit/store.ts";
import { LIMITS } from "../base/limits.ts";
import { pace } from "../base/pace.ts";
import { closed, flag, integer, string } from "../base/schemas.ts";

/** Holds ends of chains, as an older checkpoint has them, against the chains. */
export const compareAuditHeads = defineQuery({
  name: "compare_audit_heads",
  title: "Compare audit heads",
  description:
    "Say whether this service's key signed a checkpoint, and which of its chains do not go through the record that it names.",
  access: OPERATOR_ONLY,
  input: closed({
    note: Type.String({ maxLength: LIMITS.checkpointNoteCharsMax }),
    heads: Type.Array(
      closed({
        chainId: Type.String({ maxLength: LIMITS.idCharsMax }),
        seq: Type.Integer({ minimum: 1 }),
        hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      }),
      { maxItems: LIMITS.auditComparedAtOnce },
    ),
  }),
  output: closed({
    signed: flag("True if the service signed the note."),
    faults: Type.Array(
      closed({
        chainId: string("Id of the conversation or account whose chain it is."),
        seq: integer("Where it differs."),
        problem: string("What is wrong, in a sentence."),
      }),
    ),
  }),
  async run({ note, heads }, call) {
    const audit = auditStore(call.db);
    const faults: { chainId: string; seq: number; problem: string }[] = [];
    for (const { chainId, seq, hash } of heads) {
      await pace.turn();
      const [there] = await audit.page(chainId, seq - 1, 1);
      if (there?.seq === seq && there.hash === hash) continue;
      const { seq: last } = await audit.end(chainId);
      faults.push({ chainId, seq, problem: problemOf(last, seq) });
    }
    return { signed: isSignedBy(call.signer.publicKey, note), faults };
  },
});

function problemOf(last: number, seq: number): string {
  if (last === 0) return "its chain is missing";
  return last < seq
    ? `its chain ends at record ${last} and went on to ${seq}`
    : "the record was rewritten";
}
