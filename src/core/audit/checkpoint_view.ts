import type { Static } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { closed, integer, string } from "../base/schemas.ts";
import type { Database } from "../db/database.ts";
import type { StoredCheckpoint } from "./checkpoint_store.ts";
import { checkpointStore } from "./checkpoint_store.ts";
import { readCheckpoint, verifierKey } from "./signed_note.ts";

/** A checkpoint as it is shown: nothing of any chain. */
export const AuditCheckpointSchema = closed({
  number: integer("Counts from 1."),
  at: string("When it was made; RFC 3339."),
  chains: integer("How many chains it covers."),
  root: string("Root of the tree over them, base64."),
  previous: string("SHA-256 of the note before; 64 zeros for the first."),
  note: string("The signed note (C2SP signed-note)."),
  key: string("The key that signs now, as C2SP's tools take it."),
});

/** @throws if what is stored is no checkpoint: then the table was tampered with. */
export function checkpointView(
  { signer }: Pick<QueryCall, "signer">,
  { note }: StoredCheckpoint,
): Static<typeof AuditCheckpointSchema> {
  const read = readCheckpoint(note);
  if (!read) throw new TypeError("Cannot read a stored audit checkpoint");
  const { origin, number, at, chains, root, previous } = read;
  const said = { number, at, chains, root, previous };
  return { ...said, note, key: verifierKey(origin, signer.publicKey) };
}

/** When audit heads were signed last; undefined if never. */
export async function newestSignedAt(
  db: Database,
): Promise<number | undefined> {
  const newest = await checkpointStore(db).newest();
  const at = newest && readCheckpoint(newest.note)?.at;
  return at === undefined ? undefined : Date.parse(at);
}
