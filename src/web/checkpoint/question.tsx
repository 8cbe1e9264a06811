import type { ReactNode } from "react";
import { useState } from "react";
import { answersIn } from "../api/actions.ts";
import type { Action, Checkpoint, Conversation } from "../api/types.ts";
import { Icon } from "../ui/icon.tsx";
import { Answers } from "./answers.tsx";
import { isInThread } from "./asked_about.ts";
import { Bar } from "./bar.tsx";
import { CommentField } from "./comment_field.tsx";
import { Details } from "./details.tsx";
import { questionId } from "./question_id.ts";
import { WhoDecides } from "./who_decides.tsx";

function asQuestion(title: string): string {
  return title.endsWith("?") ? title : `${title}?`;
}

/** Why it cannot be approved; nothing where a wallet pays, as the button says so. */
function whyNot(approve: Action | undefined): string | undefined {
  const { code, detail } = approve?.because ?? {};
  return code === "payment_required" ? undefined : detail;
}

/** One question in the decision bar: what follows in a sentence, the answers, the rest on demand. */
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
  const { title, outcomes, proposal, mayDecide, mayDecline } = checkpoint;
  const { approve, decline } = answersIn(conversation, checkpoint);
  const [comment, setComment] = useState("");
  const [isOpen, setOpen] = useState(false);
  // A question in words is answered with words.
  const isAnswer = proposal.asks === true;
  const comments = (
    <CommentField
      comment={comment}
      onComment={setComment}
      isAnswer={isAnswer}
    />
  );
  return (
    <Bar
      id={
        isInThread(conversation, checkpoint)
          ? questionId(checkpoint.checkpointId)
          : undefined
      }
      name={title}
      question={isAnswer ? title : asQuestion(title)}
      aside={aside}
    >
      <p className="hint mt-0.5 mb-3">
        {mayDecide && whyNot(approve)} {outcomes.approve}
      </p>
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
          className="btn btn-quiet ml-auto"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          Details <Icon name="down" />
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
