/** The meaning of the bits of `participants.views`. */

/** The bit of each view in `participants.views`. */
export const VIEW_BITS = {
  inbox: 1,
  sent: 2,
  drafts: 4,
  archive: 8,
  needs_you: 16,
  payments: 32,
  requests: 128,
  waiting: 256,
  snoozed: 16384,
} as const;

/** An additional bit for conversations that the sender has not sent yet. */
export const UNFINISHED_BIT = 64;

/**
 * Bits of what needs the viewer, by section: at most one, together with `needs_you` unless it
 * is snoozed.
 */
export const SECTION_BITS = {
  money: 512,
  approvals: 1024,
  replies: 2048,
} as const;

/** Bits of a request and of a conversation that waits for others, even if archived. */
export const REQUEST_BIT = 4096;
export const WAITS_BIT = 8192;

/** The bit of a submitted conversation that has not left its sender. */
export const HELD_BACK_BIT = 32768;

/** The bit of a conversation in which somebody else wrote for the viewer. */
export const ANSWERED_BIT = 65536;

/** The bits that no flag of the viewer changes. */
export const KEPT_BITS =
  UNFINISHED_BIT |
  HELD_BACK_BIT |
  ANSWERED_BIT |
  SECTION_BITS.money |
  SECTION_BITS.approvals |
  SECTION_BITS.replies |
  REQUEST_BIT |
  WAITS_BIT;
