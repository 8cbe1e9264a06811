import { Type } from "typebox";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { newestLog, proveConsistency } from "../audit/log/prove.ts";
import { Word } from "../base/own_words.ts";
import { closed, integer } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";

const Size = (description: string) =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });

/** Proves that the log only grew from one size to another. */
export const proveLogConsistency = defineQuery({
  name: "prove_log_consistency",
  title: "Prove log consistency",
  description:
    "Prove that the transparency log at one size continues the log at an older size (RFC 6962, section 2.1.2).",
  access: MEMBER,
  scope: "audit:read",
  input: closed({
    from: Size("Size of the older signed log you have."),
    to: Type.Optional(Size("Size of the newer one; the newest if absent.")),
  }),
  output: closed({
    from: integer("The older size."),
    to: integer("The newer size."),
    proof: Type.Array(Word("digest", "A hash, base64."), {
      description: "Hashes from the older root to the newer one.",
    }),
  }),
  async run({ from, to: named }, call) {
    const newest = (await newestLog(call))?.size ?? 0;
    const to = named ?? newest;
    if (to > newest || from > to) {
      throw new ServiceError("not_found", {
        detail: told`Cannot prove it: this log has had sizes 1 to ${newest}; give a smaller and a larger one of these. If you have a signed note of a larger size, the log was rolled back.`,
      });
    }
    const proof = await proveConsistency(call, from, to);
    return { from, to, proof: [...proof] };
  },
});
