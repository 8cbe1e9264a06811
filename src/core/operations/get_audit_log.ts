import { defineQuery, MEMBER } from "../access/operation.ts";
import { logOriginOf } from "../audit/log/log_note.ts";
import { publishedLog } from "../audit/log/published.ts";
import { verifierKey } from "../audit/signed_note.ts";
import { closed, integer, string } from "../base/schemas.ts";

/** The transparency log as it was signed last. */
export const getAuditLog = defineQuery({
  name: "get_audit_log",
  title: "Read the transparency log's head",
  description:
    "How large the transparency log is, and its root. Keep the note: a later one that does not go on from it shows that the log was rewritten.",
  access: MEMBER,
  scope: "audit:read",
  input: closed({}),
  output: closed({
    origin: string("Which log it is; the name of its key."),
    size: integer("How many ends of chains it holds."),
    root: string("Root of the tree over them, base64."),
    note: string("The signed note, with its signatures."),
    key: string("The key that signs now, as C2SP's tools take it."),
  }),
  async run(_input, call) {
    const { origin, size, root, note } = await publishedLog(call);
    const key = verifierKey(logOriginOf(call.settings), call.signer.publicKey);
    return { origin, size, root, note, key };
  },
});
