import { Link } from "wouter";
import { actionOf } from "../api/actions.ts";
import type { Conversation } from "../api/types.ts";
import { Notice } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";

/** Nothing can be added any more: says why, and offers to go on. */
export function Closed({ conversation }: { conversation: Conversation }) {
  const { stateTitle, stateReason, stateCode, stateReasonBy, stateAt } =
    conversation;
  const { nextStep } = conversation;
  const mayWrite = actionOf(conversation, "reply")?.ready === true;
  // A refund may still be asked for; else the step says how it ended.
  const ended = nextStep.who === "nobody" ? nextStep.text : `${stateTitle}.`;
  // A code of the service is in that sentence; what somebody wrote stays as it is.
  const why = stateCode === null ? stateReason : null;
  const { followUp } = conversation.links;
  return (
    <Notice>
      <p>
        <strong>{ended}</strong> {rich`Closed: ${<Time at={stateAt} />}.`}{" "}
        {why && (
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

/** The form of a request, with what the service begins it with. */
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
