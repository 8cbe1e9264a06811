import type { ReactNode } from "react";
import { useState } from "react";
import { actionOf } from "../api/actions.ts";
import type { Action, Conversation } from "../api/types.ts";
import { openQuestions } from "../checkpoint/asked_about.ts";
import { Question } from "../checkpoint/question.tsx";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";
import { PayBar } from "./money/pay_bar.tsx";
import { isToSign, SignBar } from "./money/sign_bar.tsx";

type Draw = (aside: ReactNode) => ReactNode;

/** The decisions that wait for the person, one at a time: questions, a payment, a signature. */
export function DecisionBar({
  conversation,
  onAskFirst,
}: {
  conversation: Conversation;
  onAskFirst: () => void;
}) {
  const [chosen, setChosen] = useState(0);
  const fund = toPay(conversation);
  const all: readonly Draw[] = [
    ...openQuestions(conversation).map((it) => (aside: ReactNode) => (
      <Question
        key={it.checkpointId}
        checkpoint={it}
        conversation={conversation}
        onAskFirst={onAskFirst}
        aside={aside}
      />
    )),
    ...(fund
      ? [
          (aside: ReactNode) => (
            <PayBar conversation={conversation} action={fund} aside={aside} />
          ),
        ]
      : []),
    ...(isToSign(conversation)
      ? [
          (aside: ReactNode) => (
            <SignBar conversation={conversation} aside={aside} />
          ),
        ]
      : []),
  ];
  const at = chosen % Math.max(all.length, 1);
  const aside = all.length > 1 && (
    <button
      type="button"
      className="hint shrink-0 underline"
      onClick={() => setChosen(at + 1)}
    >
      {t`${at + 1} of ${all.length}, next`}
    </button>
  );
  return all[at]?.(aside);
}

/** The waiting decision while the person writes: a line that leads back to it. */
export function FoldedDecision({
  conversation,
  onShow,
}: {
  conversation: Conversation;
  onShow: () => void;
}) {
  const [first] = openQuestions(conversation);
  const title =
    first?.title ??
    toPay(conversation)?.title ??
    actionOf(conversation, "sign_receipt")?.title;
  return (
    <div className="shrink-0 border-line border-t px-6 py-2 max-md:px-3">
      <button
        type="button"
        className="mx-auto flex min-h-9 w-full max-w-read items-center gap-2 text-left text-sm text-soft"
        onClick={onShow}
      >
        <Icon name="needs" size={16} />
        <span className="min-w-0 flex-1 truncate">
          <bdi>{title}</bdi>
        </span>
        <span className="underline">{t`Back to this`}</span>
      </button>
    </div>
  );
}

/** A higher price is paid with the answer to its question. */
function toPay(conversation: Conversation): Action | undefined {
  const fund = actionOf(conversation, "fund");
  return fund?.money?.moves === "hold" ? fund : undefined;
}

/** True if something waits for the person in the decision bar. */
export function hasDecision(conversation: Conversation): boolean {
  return (
    openQuestions(conversation).length > 0 ||
    toPay(conversation) !== undefined ||
    isToSign(conversation)
  );
}
