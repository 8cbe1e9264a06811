import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Conversation } from "../../api/types.ts";
import { amountSaid } from "../../ui/money/money.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import type { Dispute, Split } from "./dispute_words.ts";
import { nameAt, SPLITS } from "./dispute_words.ts";
import { beginningOf } from "./evidence_choice.tsx";

/** All numbers of a dispute, oldest first, with the words and the evidence of each. */
export function History({
  conversation,
  dispute,
}: {
  conversation: Conversation;
  dispute: Dispute;
}) {
  return (
    <ol className="mt-2 space-y-3 border-line border-s-2 ps-4">
      {dispute.splits.map((it) => (
        <Entry key={it.number} split={it} conversation={conversation} />
      ))}
    </ol>
  );
}

function Entry({
  conversation,
  split: { by, at, text, evidence, status, return: back, release },
}: {
  conversation: Conversation;
  split: Split;
}) {
  const name = <bdi className="font-semibold">{nameAt(conversation, by)}</bdi>;
  return (
    <li>
      <p>
        {rich`${name}: ${<strong className="tabular-nums">{amountSaid(back)}</strong>} back, ${<span className="tabular-nums">{amountSaid(release)}</span>} paid out`}{" "}
        <span className="text-quiet text-xs">
          <Time at={at} /> · {SPLITS[status]}
        </span>
      </p>
      {text && <p className="whitespace-pre-wrap break-words">{text}</p>}
      {evidence.length > 0 && (
        <ul aria-label={t`Evidence`} className="mt-1 list-disc ps-5">
          {evidence.map((id) => (
            <li key={id} className="break-words">
              <Piece id={id} conversation={conversation} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

/** A message, a file or a record, with the way to it. */
function Piece({
  id,
  conversation: { id: conversationId, messages, artifacts },
}: {
  id: string;
  conversation: Conversation;
}): ReactNode {
  const file = artifacts.find(({ artifactId }) => artifactId === id);
  const message = messages.find(({ messageId }) => messageId === id);
  if (/^\d+$/.test(id)) {
    return (
      <Link href={`/c/${conversationId}/audit`} className="underline">
        {t`Record ${id}`}
      </Link>
    );
  }
  const words = file ? file.name : message ? beginningOf(message) : id;
  const isHere = file !== undefined || message !== undefined;
  if (!isHere) return <bdi>{words}</bdi>;
  return (
    <button
      type="button"
      className="text-left underline"
      onClick={() => document.getElementById(id)?.scrollIntoView()}
    >
      {file ? t`File:` : t`Message:`} <bdi>{words}</bdi>
    </button>
  );
}
