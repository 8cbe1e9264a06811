import type { Checkpoint, Conversation, Message } from "../api/types.ts";

/** One thing in a thread: what was said, or what was decided. */
export type Entry =
  | { readonly key: string; readonly message: Message }
  | {
      readonly key: string;
      readonly message?: undefined;
      readonly checkpoint: Checkpoint;
      readonly decision: NonNullable<Checkpoint["decision"]>;
    };

/** Messages in their order, and each decision where it was taken. Pure. */
export function entriesOf({
  messages,
  checkpoints,
}: Pick<Conversation, "messages" | "checkpoints">): readonly Entry[] {
  const unsent = checkpoints.find(
    ({ act, status }) => act === "submit" && status === "open",
  )?.proposal.messageId;
  const entries: Entry[] = messages
    // The message is not sent yet: its checkpoint shows it.
    .filter(({ messageId }) => messageId !== unsent)
    .map((message) => ({ key: message.messageId, message }));
  for (const checkpoint of checkpoints) {
    const { decision, checkpointId: key, openedAt } = checkpoint;
    if (!decision) continue;
    const at = decision.at ?? openedAt;
    // What was posted by the decision has its moment, too, and follows it.
    const before = entries.findIndex((it) =>
      it.message ? it.message.createdAt >= at : false,
    );
    const entry = { key, checkpoint, decision };
    if (before === -1) entries.push(entry);
    else entries.splice(before, 0, entry);
  }
  return entries;
}
