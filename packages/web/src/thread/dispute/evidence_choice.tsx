import type { ReactNode } from "react";
import { LIMITS } from "../../../../../src/core/base/limits.ts";
import type { Conversation, Message } from "../../api/types.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";
import { nameOf } from "../parties.ts";

const SNIPPET = 90;

/** The beginning of a message's words. */
export function beginningOf({ parts }: Pick<Message, "parts">): string {
  const words = parts.map(({ text }) => text ?? "").join(" ");
  const line = words.replaceAll(/\s+/g, " ").trim();
  return line.length > SNIPPET ? `${line.slice(0, SNIPPET)}…` : line;
}

/** Chooses messages and files of a conversation that support a claim. */
export function EvidenceChoice({
  conversation: { messages, artifacts },
  chosen,
  onChosen,
}: {
  conversation: Conversation;
  chosen: readonly string[];
  onChosen: (chosen: readonly string[]) => void;
}) {
  const toggle = (id: string) =>
    onChosen(
      chosen.includes(id) ? chosen.filter((it) => it !== id) : [...chosen, id],
    );
  const isFull = chosen.length >= LIMITS.evidenceMax;
  const boxOf = (id: string) => ({
    isChosen: chosen.includes(id),
    isOff: isFull && !chosen.includes(id),
    onToggle: () => toggle(id),
  });
  return (
    <details className="mb-4">
      <summary className="font-semibold">
        {chosen.length > 0
          ? t.many(
              chosen.length,
            )`# message or file chosen|# messages or files chosen`
          : t`Choose messages and files that show it (optional)`}
      </summary>
      <ul className="mt-2 grid max-h-56 gap-1.5 overflow-y-auto">
        {artifacts.map(({ artifactId, name }) => (
          <Piece key={artifactId} {...boxOf(artifactId)}>
            {t`File:`} <bdi>{name}</bdi>
          </Piece>
        ))}
        {messages.map((it) => (
          <Piece key={it.messageId} {...boxOf(it.messageId)}>
            <bdi className="font-semibold">{nameOf(it.author)}</bdi>{" "}
            <span className="text-quiet text-xs">
              <Time at={it.createdAt} isShort />
            </span>{" "}
            <bdi>{beginningOf(it)}</bdi>
          </Piece>
        ))}
      </ul>
    </details>
  );
}

function Piece({
  isChosen,
  isOff,
  onToggle,
  children,
}: {
  isChosen: boolean;
  isOff: boolean;
  onToggle: () => void;
  children: ReactNode;
}) {
  return (
    <li>
      <label className="flex gap-2">
        <input
          type="checkbox"
          className="mt-1 shrink-0"
          checked={isChosen}
          disabled={isOff}
          onChange={onToggle}
        />
        <span className="min-w-0 break-words">{children}</span>
      </label>
    </li>
  );
}
