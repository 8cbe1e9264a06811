import type { Conversation, Participant } from "../api/types.ts";

/** The person's own participant. */
export function ownPart(
  { participants }: Conversation,
  accountId: string,
): Participant | undefined {
  return participants.find((it) => it.accountId === accountId);
}

/** The readers of a reply, by name. */
export function readerNames(
  { participants, replyReaders }: Conversation,
  mode: "reply" | "reply-all",
): readonly string[] {
  const addresses = replyReaders?.[mode] ?? [];
  return addresses.map((address) =>
    nameOf(
      participants.find((it) => it.address === address) ?? {
        displayName: "",
        address,
      },
    ),
  );
}

/** A person's display name, never empty. */
export function nameOf({
  displayName,
  address,
}: Pick<Participant, "displayName" | "address">): string {
  return displayName || address;
}

/** The other side: the sender; for the person's own request, the first recipient. */
export function counterpart(
  { participants }: Conversation,
  accountId: string | undefined,
): Participant | undefined {
  const other = participants.find((it) => it.accountId !== accountId);
  return accountId === undefined || other?.kind === "service"
    ? undefined
    : other;
}
