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
  name: string("Its name: the name of its key."),
  key: string("Its key, in C2SP format."),
  size: integer("Size of the log it last signed; 0 if it never signed."),
  signedAt: nullable(timestamp("When it signed, by its own clock.")),
  note: nullable(
    string(
      "The log's note with its signature; null if there is none, or it is no longer stored.",
    ),
  ),
  problem: nullable(
    string("Why it did not sign when last asked; null if it did."),
  ),
});

/** The transparency log as last signed. */
export const getAuditLog = defineQuery({
  name: "get_audit_log",
  title: "Read the transparency log's head",
  description:
    "Read the transparency log's size and root. Save the note: a later one that does not continue it shows that the log was rewritten.",
  access: MEMBER,
  scope: "audit:read",
  input: closed({}),
  output: closed({
    origin: string("The log's name: the name of its key."),
    size: integer("Number of chain heads in it."),
    root: string("Root of the tree over them, base64."),
    note: string("The signed note, with its signatures."),
    key: string("The current signing key, in C2SP format."),
    witnesses: Type.Array(WitnessSchema, {
      description: "The log's witnesses, and how far each has signed.",
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
