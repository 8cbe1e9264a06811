import type { Conversation, Participant } from "../../api/types.ts";
import { t } from "../../ui/t.ts";
import { nameOf } from "../parties.ts";

export type Dispute = NonNullable<
  NonNullable<Conversation["terms"]>["dispute"]
>;
export type Split = Dispute["splits"][number];

export const REASONS: Readonly<Record<Dispute["reason"], string>> = {
  not_delivered: t`Nothing was delivered`,
  not_as_agreed: t`It isn't what was agreed`,
  late: t`It came too late`,
  unauthorised: t`I didn't authorise it`,
  other: t`Something else`,
};

export const STATUSES: Readonly<Record<Dispute["status"], string>> = {
  open: t`Disputed`,
  arbitration: t`Being decided`,
  settled: t`Settled`,
  ruled: t`Decided`,
  withdrawn: t`Dispute withdrawn`,
  declined: t`Claim declined`,
  lapsed: t`Dispute ended`,
};

export const SPLITS: Readonly<Record<Split["status"], string>> = {
  open: t`stands`,
  replaced: t`replaced`,
  taken: t`agreed`,
  ended: t`ended`,
};

/** True while it can still be settled. */
export function isOpen({ status }: Dispute): boolean {
  return status === "open" || status === "arbitration";
}

/** Somebody's name in the conversation; their address if they are not in it. */
export function nameAt(
  { participants }: Pick<Conversation, "participants">,
  address: string,
): string {
  const found = participants.find((it) => it.address === address);
  return found ? nameOf(found) : address;
}

/** True for the person's own address in the conversation. */
export function isMine(
  me: Participant | undefined,
  address: string | undefined,
): boolean {
  return me !== undefined && me.address === address;
}
