/** The position in the making of an archive (docs/export.md, How it is made). */

/** The phases of an archive, one after the other. */
export const PHASES = [
  "plan",
  "account",
  "contacts",
  "payments",
  "chain",
  "conversations",
  "imported",
  "log",
  "manifest",
  "end",
] as const;
export type Phase = (typeof PHASES)[number];

/** Tables whose lines are gathered over a slice, and written to a file of it. */
export const TABLES = [
  "contacts",
  "payments",
  "conversations",
  "messages",
  "artifacts",
  "receipts",
  "imported/conversations",
  "imported/messages",
  "imported/artifacts",
  "log/proofs",
  "manifest",
] as const;
export type Table = (typeof TABLES)[number];

/** How far a conversation, or a chain, is written. */
export interface Within {
  readonly id: string;
  /** Messages older than this one are next; null once there are none. */
  readonly before?: string | null;
  /** The record of the chain that was written last, and how many files it has. */
  readonly after?: string;
  readonly files?: number;
}

/** Where the next slice begins. */
export interface ExportProgress {
  readonly phase: Phase;
  readonly cursor: string | null;
  /** The conversation that is not whole yet. */
  readonly within: Within | null;
  /** How many files each table has. */
  readonly files: Readonly<Partial<Record<Table, number>>>;
}

/** Where the making of an archive begins. */
export const FIRST: ExportProgress = {
  phase: "plan",
  cursor: null,
  within: null,
  files: {},
};

/** The beginning of the phase that follows. */
export function nextPhase(place: ExportProgress): ExportProgress {
  const phase = PHASES[PHASES.indexOf(place.phase) + 1] ?? "end";
  return { ...place, phase, cursor: null, within: null };
}
