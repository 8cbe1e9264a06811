import { Link } from "wouter";
import { actionOf } from "../api/actions.ts";
import type { Conversation } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { Notice } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import type { Decline } from "./entries.ts";
import { nameOf } from "./parties.ts";

/** Says why nothing can be added any more, and offers a follow-up. */
export function Closed({ conversation }: { conversation: Conversation }) {
  const { state, stateTitle, stateReason, stateCode, stateReasonBy, stateAt } =
    conversation;
  const { nextStep } = conversation;
  const mayWrite = actionOf(conversation, "reply")?.ready === true;
  // A refund may still be asked for; otherwise the step says how it ended.
  const ended = nextStep.who === "nobody" ? nextStep.text : `${stateTitle}.`;
  // That sentence includes the service's code; a person's words are shown unchanged.
  const why = stateCode === null ? stateReason : null;
  const decliner = state === "rejected" && why ? stateReasonBy : undefined;
  const { followUp } = conversation.links;
  return (
    <Notice>
      <p>
        {decliner ? (
          <span className="mb-1 block">
            {rich`${(
              <strong>
                <bdi>{calledIn(conversation, decliner)}</bdi>
              </strong>
            )} declined: ${<bdi>{why}</bdi>}`}
          </span>
        ) : (
          <strong>{ended}</strong>
        )}{" "}
        {rich`Closed: ${<Time at={stateAt} />}.`}{" "}
        {why && !decliner && (
          <>
            {stateReasonBy
              ? rich`Reason: ${<bdi>{why}</bdi>} (${<bdi>{stateReasonBy.label}</bdi>}).`
              : rich`Reason: ${<bdi>{why}</bdi>}.`}{" "}
          </>
        )}
        {mayWrite
          ? t`You can still write here. It stays closed.`
          : t`No more messages can be added.`}
      </p>
      {followUp && (
        <p className="mt-2">
          <Link href={followUpPath(followUp)} className="btn">
            {t`Write a follow-up`}
          </Link>
        </p>
      )}
    </Notice>
  );
}

/** A recipient's no, in a line of the sender's thread; the one that ended it stands at its end. */
export function Declined({
  decline: { address, reason, at },
  conversation: { participants, stateReasonBy },
}: {
  decline: Decline;
  conversation: Conversation;
}) {
  if (stateReasonBy?.address === address) return null;
  const displayName = participants.find(
    (it) => it.address === address,
  )?.displayName;
  const who = (
    <strong className="text-ink">
      <bdi>{nameOf({ displayName: displayName ?? "", address })}</bdi>
    </strong>
  );
  return (
    <p className="mb-6 ms-10 flex items-start gap-2 text-sm text-soft">
      <Icon name="close" />
      <span className="min-w-0 flex-1">
        {reason
          ? rich`${who} declined: ${<bdi>{reason}</bdi>}`
          : rich`${who} declined`}
        <span className="hint block">
          <Time at={at} />
        </span>
      </span>
    </p>
  );
}

/** The name of an actor; a guest has one only in the conversation. */
function calledIn(
  { participants }: Conversation,
  { kind, label, address }: NonNullable<Conversation["stateReasonBy"]>,
): string {
  const guest =
    kind === "guest" && participants.find((it) => it.address === address);
  return guest ? nameOf(guest) : label;
}

/** The form of a request, with what the service fills in. */
function followUpPath({
  contextId,
  title = "",
  to = [],
}: NonNullable<Conversation["links"]["followUp"]>): string {
  return `/compose?${new URLSearchParams({
    context: contextId,
    title,
    to: to.join(","),
  })}`;
}
