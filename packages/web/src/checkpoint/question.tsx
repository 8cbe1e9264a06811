import type { ReactNode } from "react";
import { Fragment, useState } from "react";
import { answersIn } from "../api/actions.ts";
import type { Action, Checkpoint, Conversation } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { amountSaid } from "../ui/money/money.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { OnItsWay } from "../wallet/on_its_way.tsx";
import { Answers } from "./answers.tsx";
import { askerElsewhere, isInStrip, isInThread } from "./asked_about.ts";
import { Bar } from "./bar.tsx";
import { CommentField } from "./comment_field.tsx";
import { Details } from "./details.tsx";
import type { Edited } from "./editing.tsx";
import { useEditing } from "./editing.tsx";
import { questionId } from "./question_id.ts";
import { Votes } from "./votes.tsx";
import { WhoDecides } from "./who_decides.tsx";

function asQuestion(title: string): string {
  return title.endsWith("?") ? title : `${title}?`;
}

/** Why it cannot be approved, or the effect of approving; or that a wallet has signed it. */
function Follows({
  checkpoint: { act, outcomes, mayDecide },
  approve,
}: {
  checkpoint: Checkpoint;
  approve: Action | undefined;
}) {
  const { code, detail } = approve?.because ?? {};
  if (code === "payment_pending") {
    return (
      <div className="mb-3">
        <OnItsWay what={act === "refund" ? "refund" : "hold"} />
      </div>
    );
  }
  // If a wallet pays, or the arbiter names an amount, the button says so.
  const isButton = code === "payment_required" || code === "ruling_required";
  const why = mayDecide && !isButton ? detail : undefined;
  return (
    <p className="hint mt-0.5 mb-3">
      {why} {outcomes.approve}
    </p>
  );
}

/** The people who can decide it, if there are several. */
function Deciders({
  checkpoint: { deciders = [], asked = [] },
}: {
  checkpoint: Checkpoint;
}) {
  if (deciders.length < 2) return null;
  const names = deciders.map(({ name, as }) =>
    as === "stand_in" ? t`${name} (stand-in)` : name,
  );
  return (
    <p className="hint mb-3">
      {rich`Can decide: ${<bdi>{names.join(", ")}</bdi>}`}
      {asked.map(({ name, at }) => (
        <Fragment key={name}>
          {" · "}
          {rich`${<bdi>{name}</bdi>} was told ${<Time at={at} />}`}
        </Fragment>
      ))}
    </p>
  );
}

/** The effect after the person's changes. */
function changedWords(
  { proposal: { money, accepts } }: Checkpoint,
  { price }: Edited,
): string {
  const amount = price ?? money?.amount.amount ?? "0";
  const goes = accepts
    ? t`You accept the request, and the message goes as you changed it, in your name.`
    : t`It goes as you changed it, in your name.`;
  if (accepts || Number(amount) === 0) return goes;
  return `${goes} ${t`${amountSaid({ amount })} is held until the receipt is signed.`}`;
}

/** One question in the decision bar: the effect in a sentence, the answers, the rest on demand. */
export function Question({
  checkpoint,
  conversation,
  aside,
  onAskFirst,
}: {
  checkpoint: Checkpoint;
  conversation: Conversation;
  aside: ReactNode;
  onAskFirst: () => void;
}) {
  const { title, proposal, mayDecide, mayDecline } = checkpoint;
  const { approve, decline } = answersIn(conversation, checkpoint);
  const { edited } = useEditing(conversation, checkpoint);
  const [comment, setComment] = useState("");
  const [isOpen, setOpen] = useState(false);
  // A question in words is answered in words.
  const isAnswer = proposal.asks === true;
  const elsewhere = askerElsewhere(conversation, checkpoint);
  const comments = (
    <CommentField
      comment={comment}
      onComment={setComment}
      isAnswer={isAnswer}
      {...(elsewhere && { hint: t`${elsewhere.displayName} will read this.` })}
    />
  );
  return (
    <Bar
      id={
        isInThread(conversation, checkpoint) || isInStrip(checkpoint)
          ? questionId(checkpoint.checkpointId)
          : undefined
      }
      name={title}
      question={
        edited
          ? t`Send it with your changes?`
          : isAnswer
            ? title
            : asQuestion(title)
      }
      aside={aside}
    >
      {edited ? (
        <p className="hint mt-0.5 mb-3">{changedWords(checkpoint, edited)}</p>
      ) : (
        <Follows checkpoint={checkpoint} approve={approve} />
      )}
      <Votes checkpoint={checkpoint} />
      <Deciders checkpoint={checkpoint} />
      {!mayDecide && <WhoDecides checkpoint={checkpoint} />}
      {isAnswer && mayDecide && comments}
      <div className="flex flex-wrap items-center gap-2 [&>button]:whitespace-nowrap">
        {(mayDecide || mayDecline) && (
          <Answers
            checkpoint={checkpoint}
            conversation={conversation}
            comment={comment}
            onComment={setComment}
            onAskFirst={onAskFirst}
          />
        )}
        <button
          type="button"
          className="btn btn-quiet ml-auto max-md:px-2.5"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {t`Details`} <Icon name="down" />
        </button>
      </div>
      {isOpen && (
        <>
          <Details
            checkpoint={checkpoint}
            conversation={conversation}
            approve={approve}
            decline={decline}
          />
          {(mayDecide || mayDecline) && !isAnswer && (
            <div className="mt-3">{comments}</div>
          )}
        </>
      )}
    </Bar>
  );
}
