import type { Conversation, Message, Participant } from "../api/types.ts";

/** What the person is in a conversation, and what falls to them. */
export interface Own {
  readonly me: Participant | undefined;
  readonly isSender: boolean;
  /** In `to`: may accept, sign, complete. */
  readonly isAddressed: boolean;
  readonly isPayee: boolean;
}

/** The person's own part. */
export function ownPart(
  { participants, payment }: Conversation,
  accountId: string | undefined,
): Own {
  const me = participants.find((it) => it.accountId === accountId);
  return {
    me: accountId === undefined ? undefined : me,
    isSender: me?.role === "sender",
    isAddressed: me?.role === "to",
    isPayee: me !== undefined && payment.payee?.accountId === me.accountId,
  };
}

/** The message a reply answers: the last one of somebody else. */
export function answered(
  { messages }: Conversation,
  me: Participant | undefined,
): Message | undefined {
  return messages.findLast(({ author }) => author.address !== me?.address);
}

/** Who will see a reply, besides the person. */
export function readersOf(
  conversation: Conversation,
  me: Participant | undefined,
  mode: "reply" | "reply-all",
): readonly Participant[] {
  const others = conversation.participants.filter(
    ({ address }) => address !== me?.address,
  );
  const byRole = (role: Participant["role"]) =>
    others.filter((it) => it.role === role);
  if (me?.role === "bcc") return byRole("sender");
  if (mode === "reply-all") {
    return me?.role === "sender"
      ? others
      : others.filter(({ role }) => role !== "bcc");
  }
  const message = answered(conversation, me);
  if (message) {
    return others.filter(({ address }) => address === message.author.address);
  }
  return byRole(me?.role === "sender" ? "to" : "sender");
}

/** A person's name as it is shown, never empty. */
export function nameOf({
  displayName,
  address,
}: Pick<Participant, "displayName" | "address">): string {
  return displayName || address;
}
