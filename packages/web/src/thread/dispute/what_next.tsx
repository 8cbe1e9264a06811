import type { ReactNode } from "react";
import type { Conversation, Participant } from "../../api/types.ts";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import type { Dispute } from "./dispute_words.ts";
import { isMine, nameAt } from "./dispute_words.ts";

/** What happens next and when, or how it ended, from the times that the service gives. */
export function whatNext(
  conversation: Conversation,
  dispute: Dispute,
  me: Participant | undefined,
): ReactNode {
  const arbiter = conversation.terms?.arbiter ?? "";
  const name = <bdi>{nameAt(conversation, arbiter)}</bdi>;
  const { status, arbiterAt, ruleBy, returnsAt, outcome } = dispute;
  if (outcome) return ended(conversation, dispute, outcome);
  const back = returnsAt && <Time at={returnsAt} isDate />;
  if (status === "arbitration" && ruleBy) {
    const by = <Time at={ruleBy} isDate />;
    const decides = isMine(me, arbiter)
      ? rich`You decide by ${by}; until then the two can still agree.`
      : rich`${name} decides by ${by}; until then you can still agree.`;
    return (
      <>
        {decides}
        {back && (
          <> {rich`If nobody decides, all of it goes back on ${back}.`}</>
        )}
      </>
    );
  }
  if (arbiterAt) {
    const from = <Time at={arbiterAt} isDate />;
    return rich`Without an agreement, ${name} decides from ${from} on.`;
  }
  return back
    ? rich`Without an agreement, all of it goes back on ${back}.`
    : t`The payee can refund it, or decline. Nothing is frozen.`;
}

function ended(
  conversation: Conversation,
  { status }: Dispute,
  { by, at, text }: NonNullable<Dispute["outcome"]>,
): ReactNode {
  const name = <bdi>{nameAt(conversation, by ?? "")}</bdi>;
  const when = <Time at={at} />;
  const words = {
    settled: rich`${name} agreed on ${when}.`,
    ruled: rich`${name} decided on ${when}.`,
    withdrawn: rich`${name} withdrew it on ${when}.`,
    declined: rich`${name} declined it on ${when}.`,
    lapsed: rich`Its time ran out on ${when}.`,
    open: null,
    arbitration: null,
  }[status];
  return (
    <>
      {words}
      {text && (
        <>
          {" "}
          <q className="break-words">{text}</q>
        </>
      )}
    </>
  );
}
