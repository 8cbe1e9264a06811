import { useState } from "react";
import { sentenceOf } from "../api/problem.ts";
import { readThread } from "../api/threads.ts";
import type { Conversation } from "../api/types.ts";
import { toast } from "../shell/toasts.ts";
import { t } from "../ui/t.ts";
import { goesOn } from "./entries.ts";
import { MessageItem } from "./message.tsx";

type Older = Pick<Conversation, "messages" | "messagesOmitted" | "before">;

/** Older messages of a long thread, loaded on demand. */
export function Earlier({ conversation }: { conversation: Conversation }) {
  const [older, setOlder] = useState<Older>();
  const [isReading, setReading] = useState(false);
  const { messagesOmitted, before } = older ?? conversation;
  const read = async () => {
    setReading(true);
    try {
      const page = await readThread(conversation.id, before);
      const messages = [...page.messages, ...(older?.messages ?? [])];
      setOlder({ ...page, messages });
    } catch (error) {
      toast({ text: sentenceOf(error), isError: true });
    } finally {
      setReading(false);
    }
  };
  return (
    <>
      {messagesOmitted > 0 && (
        <button
          type="button"
          className="btn mb-4"
          disabled={isReading}
          onClick={read}
        >
          {t`Show earlier messages (${messagesOmitted})`}
        </button>
      )}
      {older?.messages.map((message, index) => (
        <MessageItem
          key={message.messageId}
          message={message}
          conversation={conversation}
          follows={goesOn(older.messages[index - 1], message)}
        />
      ))}
    </>
  );
}
