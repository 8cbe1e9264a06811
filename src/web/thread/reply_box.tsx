import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api, onceKey } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Conversation, Message } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import { counted } from "../ui/words.ts";
import { AttachButton } from "./attach_button.tsx";
import { useKeptText } from "./kept_text.ts";
import type { Own } from "./parties.ts";
import { answered, nameOf, readersOf } from "./parties.ts";

type Mode = "reply" | "reply-all";

/** Where one answers: says who will read it before it is sent, and keeps what is typed. */
export function ReplyBox({
  conversation,
  own,
}: {
  conversation: Conversation;
  own: Own;
}) {
  const { id, participants } = conversation;
  const [text, setText] = useKeptText(`reply:${id}`);
  const [mode, setMode] = useState<Mode>("reply");
  const [files, setFiles] = useState<readonly string[]>([]);
  const box = useRef<HTMLTextAreaElement>(null);
  const write = (chosen: Mode) => {
    setMode(chosen);
    box.current?.focus();
  };
  useShortcuts({ r: () => write("reply"), a: () => write("reply-all") });
  const send = useSend(conversation, own, (sent) => setText(sent));
  const readers = readersOf(conversation, own.me, mode);
  const submit = () => {
    const trimmed = text.trim();
    if (send.isPending || (trimmed === "" && files.length === 0)) return;
    setText("");
    setFiles([]);
    send.mutate({ text: trimmed, mode, artifactIds: files });
  };
  return (
    <form
      aria-label="Reply"
      className="card mb-4 p-4"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {participants.length > 2 && (
        <fieldset className="mb-2 flex flex-wrap gap-x-5">
          <legend className="sr-only">Who will read it</legend>
          {(["reply", "reply-all"] as const).map((it) => (
            <label key={it} className="flex min-h-8 items-center gap-2">
              <input
                type="radio"
                name="mode"
                className="size-4 accent-accent"
                checked={mode === it}
                onChange={() => setMode(it)}
              />
              {it === "reply" ? "Reply" : "Reply to all"}
            </label>
          ))}
        </fieldset>
      )}
      <label htmlFor={`reply-${id}`} className="mb-1 block font-semibold">
        Your reply
      </label>
      <textarea
        id={`reply-${id}`}
        ref={box}
        className="field"
        rows={4}
        maxLength={100_000}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            submit();
          }
        }}
      />
      <p className="hint my-2">
        {readers.length === 0
          ? "Nobody else will read this."
          : `Will be read by ${readers.map(nameOf).join(", ")}.`}
        {own.isPayee &&
          conversation.state === "submitted" &&
          " Replying also accepts the request."}
        {files.length > 0 &&
          ` ${counted(files.length, "new file goes", "new files go")} with it.`}
      </p>
      <div className="flex flex-wrap gap-2">
        <button
          type="submit"
          className="btn btn-main"
          aria-disabled={send.isPending}
        >
          Send reply
        </button>
        <AttachButton
          idOf={async () => id}
          onAdded={(artifactId) => setFiles((all) => [...all, artifactId])}
        />
      </div>
    </form>
  );
}

interface Reply {
  readonly text: string;
  readonly mode: Mode;
  readonly artifactIds: readonly string[];
}

/** Shows the reply at once; if the service refuses, it is back in the box. */
function useSend(
  conversation: Conversation,
  own: Own,
  giveBack: (text: string) => void,
) {
  const client = useQueryClient();
  const { id } = conversation;
  const key = KEYS.conversation(id);
  const message = answered(conversation, own.me);
  return useChange(async ({ text, mode, artifactIds }: Reply) => {
    const before = client.getQueryData<Conversation>(key);
    if (before && own.me) {
      const sent = pending(before, own.me, { text, mode, artifactIds });
      client.setQueryData(key, {
        ...before,
        messages: [...before.messages, sent],
      });
    }
    try {
      return await api<Changed>(`/v1/conversations/${id}/messages`, {
        method: "POST",
        json: {
          text,
          mode,
          ...(artifactIds.length > 0 && { artifactIds }),
          ...(message && { inReplyTo: message.messageId }),
        },
        headers: onceKey(),
      });
    } catch (error) {
      client.setQueryData(key, before);
      giveBack(text);
      throw error;
    }
  });
}

function pending(
  { id, messages }: Conversation,
  me: NonNullable<Own["me"]>,
  { text, mode, artifactIds }: Reply,
): Message {
  const { address, displayName, kind } = me;
  return {
    messageId: `pending-${messages.length}`,
    conversationId: id,
    author: { address, displayName, kind },
    mode,
    text,
    parts: [{ text }],
    artifactIds: [...artifactIds],
    createdAt: new Date().toISOString(),
    trust: { relation: "self", firstContact: false, paid: false },
  };
}
