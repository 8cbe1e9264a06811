import type { MicroUsdc } from "../../../base/money.ts";
import type { Release } from "../../../payments/model.ts";
import type { Arbiter } from "./dispute.ts";

export const PROPOSAL_STATUSES = [
  "open",
  "accepted",
  "declined",
  "withdrawn",
  "replaced",
  "expired",
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** Terms that one side proposed before anything was held, as stored. */
export interface Proposal {
  readonly id: string;
  /** Position of the proposer. */
  readonly by: number;
  readonly price: MicroUsdc;
  readonly release: Release;
  /** The proposer's words; empty without any. */
  readonly note: string;
  readonly validUntil: number;
  /** Until when the condition has to be met; null as it stands. */
  readonly dueAt: number | null;
  /** The arbiter that it names, or null for none; absent as it stands. */
  readonly arbiter?: Arbiter | null;
  readonly at: number;
  /** `open` until it is answered: it expires by its time alone. */
  readonly status: Exclude<ProposalStatus, "expired">;
  readonly decidedAt: number | null;
  /** Why the other side declined it, in its words; absent without any. */
  readonly reason?: string;
  /** SHA-256 of the signature before it in this conversation; null for the first. */
  readonly previous: string | null;
  readonly jws: string;
  /** For the accepted one: numbers of the newest message and file then; later ones earn it. */
  readonly since?: { readonly message: number; readonly file: number };
}

/** The status of a proposal at a moment: an open one ends with its time or its conversation. */
export function statusAt(
  it: Proposal,
  { now, isOpen }: { readonly now: number; readonly isOpen: boolean },
): ProposalStatus {
  if (it.status !== "open") return it.status;
  return isOpen && now < it.validUntil ? "open" : "expired";
}
