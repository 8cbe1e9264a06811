/** The position in the making of an archive (docs/export.md, How it is made). */

/** The phases of an archive, in order. */
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

/** Tables whose lines are collected over a slice and written to one of its files. */
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

/** The progress within a conversation, or a chain. */
export interface Within {
  readonly id: string;
  /** Messages older than this one are next; null if there are none. */
  readonly before?: string | null;
  /** The chain's record written last, and its number of files. */
  readonly after?: string;
  readonly files?: number;
}

/** Where the next slice begins. */
export interface ExportProgress {
  readonly phase: Phase;
  readonly cursor: string | null;
  /** The incomplete conversation. */
  readonly within: Within | null;
  /** The number of files of each table. */
  readonly files: Readonly<Partial<Record<Table, number>>>;
}

/** The start of an archive. */
export const FIRST: ExportProgress = {
  phase: "plan",
  cursor: null,
  within: null,
  files: {},
};

/** The start of the next phase. */
export function nextPhase(place: ExportProgress): ExportProgress {
  const phase = PHASES[PHASES.indexOf(place.phase) + 1] ?? "end";
  return { ...place, phase, cursor: null, within: null };
}
