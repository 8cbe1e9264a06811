import type { QueryCall, Witness } from "../../access/context.ts";
import { newestLog } from "./prove.ts";
import { witnessStore } from "./witness_store.ts";

type Reading = Pick<QueryCall, "db" | "settings">;

/** A witness and the newest log that it signed. */
export interface Witnessed extends Witness {
  /** The name under which it is stored. */
  readonly keptAs: string;
  /** The size of the log that it signed last; 0 if none. */
  readonly size: number;
  readonly cosignature: string | null;
  readonly signedAt: number | null;
  /** Why it has not signed a newer one; null without a problem. */
  readonly problem: string | null;
}

/** The state of each configured witness. */
export async function witnessedLog({
  db,
  settings,
}: Reading): Promise<readonly Witnessed[]> {
  const named = settings.witnesses.map((it) => ({ ...it, keptAs: idOf(it) }));
  if (named.length === 0) return [];
  const rows = await witnessStore(db).of(named.map(({ keptAs }) => keptAs));
  return named.map((witness) => {
    const row = rows.find(({ name }) => name === witness.keptAs);
    const { size = 0, cosignature = null } = row ?? {};
    const { signedAt = null, problem = null } = row ?? {};
    return { ...witness, size, cosignature, signedAt, problem };
  });
}

/** How far a witness is behind the newest signed log. */
export interface WitnessPlace {
  readonly keptAs: string;
  /** When it signed last; null if never. */
  readonly signedAt: number | null;
  /** Records of the newest log that it has not signed. */
  readonly behind: number;
  readonly problem: string | null;
}

/** How far each witness is behind, for the operator. */
export async function witnessPlaces(
  call: Reading,
): Promise<readonly WitnessPlace[]> {
  const witnessed = await witnessedLog(call);
  if (witnessed.length === 0) return [];
  const newest = (await newestLog(call))?.size ?? 0;
  return witnessed.map(({ keptAs, size, signedAt, problem }) => {
    const behind = Math.max(0, newest - size);
    return { keptAs, signedAt, behind, problem };
  });
}

/** Another key of the same name is another witness. */
function idOf({ key }: Witness): string {
  return key.split("+", 2).join("+");
}
