import { Type } from "typebox";
import { verifierKey } from "../../../packages/verify/src/signed_note.ts";
import { cosignedNote } from "../../../packages/verify/src/witness.ts";
import type { QueryCall } from "../access/context.ts";
import { defineQuery, MEMBER } from "../access/operation.ts";
import { logStore } from "../audit/log/log_store.ts";
import { publishedLog } from "../audit/log/published.ts";
import type { Witnessed } from "../audit/log/witnessed.ts";
import {
  closed,
  integer,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { showTime } from "../base/time.ts";

const WitnessSchema = closed({
  name: string("Who it is; the name of its key."),
  key: string("Its key, as C2SP's tools take it."),
  size: integer(
    "How large the log was that it signed last; 0 if it has signed none.",
  ),
  signedAt: nullable(timestamp("When it did, by its own clock.")),
  note: nullable(
    string(
      "The note of that log with its signature; null if there is none, or it is no longer kept.",
    ),
  ),
  problem: nullable(
    string("Why it did not sign when it was asked last; null if it did."),
  ),
});

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
    witnesses: Type.Array(WitnessSchema, {
      description: "Who is asked to sign the log, and up to where each did.",
    }),
  }),
  async run(_input, call) {
    const { origin, size, root, note, witnessed } = await publishedLog(call);
    const key = verifierKey(origin, call.signer.publicKey);
    const shown = witnessed.map((it) => shownWitness(call, it));
    const witnesses = await Promise.all(shown);
    return { origin, size, root, note, key, witnesses };
  },
});

async function shownWitness({ db }: Pick<QueryCall, "db">, it: Witnessed) {
  const { name, key, size, signedAt, problem } = it;
  const note = signedAt === null ? undefined : await logStore(db).noteAt(size);
  return {
    ...{ name, key, size, problem },
    signedAt: signedAt === null ? null : showTime(signedAt),
    note: note === undefined ? null : cosignedNote({ size, note }, [it]),
  };
}
