import type { QueryClient } from "@tanstack/react-query";
import { useQueryClient } from "@tanstack/react-query";
import { useRef, useState } from "react";
import type { Changed } from "../api/changes.ts";
import { useChange } from "../api/changes.ts";
import { api, onceKey } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Conversation, Message, Participant } from "../api/types.ts";
import { upload } from "../api/upload.ts";
import type { ChosenFile } from "./files/chosen_files.tsx";
import type { Going } from "./files/upload_progress.tsx";
import type { KeptText } from "./kept_text.ts";

/** The readers of a reply: the author of the answered message, or everyone. */
export type Mode = "reply" | "reply-all";

/** The words of a reply, without its files. */
interface Words {
  readonly text: string;
  readonly mode: Mode;
  /** False for a question that does not accept; absent for a reply. */
  readonly accept?: false;
  /** The message that it answers, so that it reaches exactly the readers shown. */
  readonly inReplyTo?: string;
}

/**
 * Sends a reply: first its files, then its words, which are shown at once. If the service
 * refuses, restores words and files where they were written.
 */
export function useReply(
  conversation: Conversation,
  {
    me,
    kept,
  }: { readonly me: Participant | undefined; readonly kept: KeptText },
) {
  const { id } = conversation;
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly ChosenFile[]>([]);
  const [going, setGoing] = useState<Going>();
  const onceOf = useOnce();
  /** // Each file is uploaded only once, however often one tries. */
  const uploaded = async (it: ChosenFile) => {
    if (it.artifactId !== undefined) return it.artifactId;
    const { file, headers } = it;
    const onProgress = (part: number) => setGoing({ name: file.name, part });
    onProgress(0);
    const { artifactId } = await upload(id, { file, headers, onProgress });
    setFiles((all) =>
      all.map((one) => (isSame(one, it) ? { ...one, artifactId } : one)),
    );
    return artifactId;
  };
  const send = useChange(async (words: Words) => {
    const sent = me && pending(id, me, words);
    if (sent) show(client, sent);
    try {
      const artifactIds: string[] = [];
      for (const it of files) artifactIds.push(await uploaded(it));
      setGoing(undefined);
      if (sent) show(client, { ...sent, artifactIds });
      const json = {
        ...words,
        ...(artifactIds.length > 0 && { artifactIds }),
      };
      const changed = await api<Changed>(`/v1/conversations/${id}/messages`, {
        method: "POST",
        json,
        headers: onceOf(json),
      });
      kept.sent();
      setFiles((all) => all.filter((it) => !files.some((f) => isSame(f, it))));
      return changed;
    } catch (error) {
      setGoing(undefined);
      if (sent) hide(client, sent);
      kept.giveBack();
      throw error;
    }
  });
  return { files, setFiles, going, send };
}

/** The same key for the same words, so that a lost answer makes no second message. */
function useOnce() {
  const last = useRef({ body: "", headers: onceKey() });
  return (json: object) => {
    const body = JSON.stringify(json);
    if (last.current.body !== body) {
      last.current = { body, headers: onceKey() };
    }
    return last.current.headers;
  };
}

function isSame(one: ChosenFile, other: ChosenFile): boolean {
  return one.headers === other.headers;
}

/** Shows a message that the service does not have yet. */
function show(client: QueryClient, sent: Message): void {
  change(client, sent, (others) => [...others, sent]);
}

function hide(client: QueryClient, sent: Message): void {
  change(client, sent, (others) => others);
}

function change(
  client: QueryClient,
  { conversationId, messageId }: Message,
  to: (others: Message[]) => Message[],
): void {
  client.setQueryData<Conversation>(
    KEYS.conversation(conversationId),
    (now) =>
      now && {
        ...now,
        messages: to(now.messages.filter((it) => it.messageId !== messageId)),
      },
  );
}

function pending(
  conversationId: string,
  { address, displayName, kind }: Participant,
  { text, mode, accept }: Words,
): Message {
  return {
    messageId: `pending-${crypto.randomUUID()}`,
    conversationId,
    author: { address, displayName, kind },
    actor: { kind: "person", label: displayName },
    mode,
    ...(accept === false && { accept }),
    text,
    parts: [{ text }],
    artifactIds: [],
    createdAt: new Date().toISOString(),
    trust: { relation: "self", firstContact: false, paid: null },
  };
}
