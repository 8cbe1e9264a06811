import { Link } from "wouter";
import { actionOf } from "../api/actions.ts";
import type { Conversation, Participant } from "../api/types.ts";
import { Notice } from "../ui/notice.tsx";
import { Time } from "../ui/time.tsx";

/** Nothing can be added any more: says why, and offers to go on. */
export function Closed({
  conversation,
  me,
}: {
  conversation: Conversation;
  me: Participant | undefined;
}) {
  const { stateTitle, stateReason, stateCode, stateReasonBy, stateAt } =
    conversation;
  const { contextId, title, nextStep } = conversation;
  const mayWrite = actionOf(conversation, "reply")?.ready === true;
  // A refund may still be asked for; else the step says how it ended.
  const ended = nextStep.who === "nobody" ? nextStep.text : `${stateTitle}.`;
  // A code of the service is in that sentence; what somebody wrote stays as it is.
  const why = stateCode === null ? stateReason : null;
  const others = conversation.participants
    .filter(
      ({ address, role, kind }) =>
        address !== me?.address && role !== "bcc" && kind !== "service",
    )
    .map(({ address }) => address);
  const next = new URLSearchParams({
    context: contextId,
    title: title.startsWith("Re: ") ? title : `Re: ${title}`,
    to: others.join(","),
  });
  return (
    <Notice>
      <p>
        <strong>{ended}</strong> Closed: <Time at={stateAt} />.{" "}
        {why && (
          <>
            Reason: <bdi>{why}</bdi>
            {stateReasonBy && (
              <>
                {" "}
                (<bdi>{stateReasonBy.label}</bdi>)
              </>
            )}
            .{" "}
          </>
        )}
        {mayWrite
          ? "A message can still be added; it stays closed."
          : "Nothing can be added any more."}
      </p>
      <p className="mt-2">
        <Link href={`/compose?${next}`} className="btn">
          Write a follow-up
        </Link>
      </p>
    </Notice>
  );
}
