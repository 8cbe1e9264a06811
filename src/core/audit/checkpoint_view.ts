import type { Static } from "typebox";
import { Type } from "typebox";
import type { QueryCall } from "../access/context.ts";
import { closed } from "../base/schemas.ts";
import type { StoredCheckpoint } from "./checkpoint_store.ts";
import { readCheckpoint, verifierKey } from "./signed_note.ts";

/** A checkpoint as it is shown: nothing of any chain. */
export const AuditCheckpointSchema = closed({
  number: Type.Integer(),
  at: Type.String(),
  chains: Type.Integer({ description: "How many chains it covers." }),
  root: Type.String({ description: "Root of the tree over them, base64." }),
  previous: Type.String({
    description: "SHA-256 of the note before; 64 zeros for the first.",
  }),
  note: Type.String({ description: "The signed note (C2SP signed-note)." }),
  key: Type.String({
    description: "The key that signs now, as C2SP's tools take it.",
  }),
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
