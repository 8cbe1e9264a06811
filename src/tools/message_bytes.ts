import type { ConversationView } from "../core/conversations/read/projection/present.ts";
import type { ThreadOutput } from "./outputs.ts";

type Message = ConversationView["messages"][number];

/**
 * Replaces bytes in messages, which would fill a model's context, by their number. Returns
 * the same value if there are none.
 */
export function withoutBytes(output: ThreadOutput): ThreadOutput {
  const { conversation, conversations, messages } = output;
  if (conversations) {
    return conversations.every((view) => withoutBytesIn(view) === view)
      ? output
      : { ...output, conversations: conversations.map(withoutBytesIn) };
  }
  if (!conversation) return output;
  const view = withoutBytesIn(conversation);
  if (view === conversation && !messages?.some(hasBytes)) return output;
  return {
    ...output,
    conversation: view,
    ...(messages && { messages: messages.map(named) }),
  };
}

function withoutBytesIn(view: ConversationView): ConversationView {
  const { messages, checkpoints } = view;
  const waits = checkpoints.some(({ proposal }) => hasBytes(proposal));
  if (!waits && !messages.some(hasBytes)) return view;
  return {
    ...view,
    messages: messages.map(named),
    checkpoints: checkpoints.map((it) =>
      hasBytes(it.proposal) ? { ...it, proposal: named(it.proposal) } : it,
    ),
  };
}

function hasBytes({ parts = [] }: Partial<Pick<Message, "parts">>): boolean {
  return parts.some(({ raw }) => raw !== undefined);
}

function named<T extends Partial<Pick<Message, "parts">>>(message: T): T {
  if (!hasBytes(message)) return message;
  const parts = message.parts?.map(({ raw, ...part }) =>
    raw === undefined
      ? part
      : { ...part, data: { omitted: "raw", bytes: sizeOf(raw) } },
  );
  return { ...message, parts };
}

function sizeOf(base64: string): number {
  return Buffer.byteLength(base64, "base64");
}
