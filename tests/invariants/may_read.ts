import type { ArtifactFacts, Facts, MessageFacts } from "./facts.ts";

/** Roles that the test decides visibility by: written anew, not the service's. */
function roleAt({ participants }: Facts, position: number): string {
  return participants[position]?.role ?? "nobody";
}

/** True for what an account says to itself: a question, a refusal, an answer to one. */
function isToSelf(facts: Facts, message: MessageFacts): boolean {
  const { id, author, mode, inReplyTo, isRefusal } = message;
  const asked = facts.checkpoints.some(
    (it) => it.act === "ask" && it.messageId === id,
  );
  if (asked || isRefusal) return true;
  const answered = facts.messages.find((it) => it.id === inReplyTo);
  return (
    mode === "reply" && answered?.author === author && isToSelf(facts, answered)
  );
}

/** True if the participant at this position may read the message. */
export function mayRead(
  facts: Facts,
  message: MessageFacts,
  position: number,
): boolean {
  const { author, mode } = message;
  if (position === author || mode === "initial") return true;
  if (isToSelf(facts, message)) return false;
  const reader = roleAt(facts, position);
  const writer = roleAt(facts, author);
  if (writer === "bcc") return reader === "sender";
  // The test names arbiters only between two.
  if (reader === "arbiter" || writer === "arbiter") return true;
  if (mode === "reply-all") return writer === "sender" || reader !== "bcc";
  const answered = facts.messages.find(({ id }) => id === message.inReplyTo);
  if (answered && answered.author !== author) {
    return position === answered.author;
  }
  return writer === "sender" ? reader === "to" : reader === "sender";
}

/** True if the participant at this position may see the file. */
export function maySeeFile(
  facts: Facts,
  file: ArtifactFacts,
  position: number,
): boolean {
  if (position === file.addedBy) return true;
  const waiting = facts.checkpoints.find(
    ({ artifactId }) => artifactId === file.id,
  );
  if (waiting && waiting.status !== "approved") {
    // Its person may have sent it with a message of their own all the same.
    return facts.messages.some(
      (it) =>
        it.author === file.addedBy &&
        it.artifactIds.includes(file.id) &&
        mayRead(facts, it, position),
    );
  }
  const reader = roleAt(facts, position);
  const writer = roleAt(facts, file.addedBy);
  if (writer === "sender") return true;
  if (writer === "bcc") return reader === "sender";
  return reader !== "bcc";
}
