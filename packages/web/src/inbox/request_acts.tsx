import type { Action, Conversation } from "../api/types.ts";
import { Key } from "../ui/key.tsx";
import { ANSWER_KEYS, answersOf } from "./use_answer.ts";

/** The answers to a request, below its row, each with its effect. */
export function RequestActs({
  conversation,
  onAnswer,
}: {
  conversation: Conversation;
  onAnswer: (action: Action) => void;
}) {
  return (
    <div className="flex items-center gap-1.5 pl-13 max-md:pl-3.5 lg:max-xl:pl-3.5">
      {answersOf(conversation).map((action) => {
        const { name, title, effect } = action;
        const key = ANSWER_KEYS[name] ?? "";
        return (
          <button
            key={name}
            type="button"
            className={`btn min-h-7 gap-1 whitespace-nowrap px-2 py-0 text-xs max-md:min-h-11 max-md:px-2.5 max-md:text-sm ${name === "block" ? "btn-bad" : ""}`}
            aria-keyshortcuts={key}
            title={effect}
            onClick={() => onAnswer(action)}
          >
            {title}
            <span className="sr-only">: {conversation.title}</span>
            <Key name={key.toUpperCase()} />
          </button>
        );
      })}
    </div>
  );
}
