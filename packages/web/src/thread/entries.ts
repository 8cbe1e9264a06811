import type {
  Artifact,
  Checkpoint,
  Conversation,
  Message,
} from "../api/types.ts";

/** An entry of a thread: a message, files without a message, or a decision. */
export type Entry =
  | {
      readonly key: string;
      readonly message: Message;
      /** True if the message before it already names the author. */
      readonly follows: boolean;
    }
  | { readonly key: string; readonly files: readonly Artifact[] }
  | {
      readonly key: string;
      readonly checkpoint: Checkpoint;
      readonly decision: NonNullable<Checkpoint["decision"]>;
    }
  | { readonly key: string; readonly decline: Decline };

/** A recipient's no, as the sender reads it. */
export type Decline = NonNullable<Conversation["declines"]>[number];

/** The time within which one author's entries are grouped. */
const TOGETHER_MS = 5 * 60_000;

/** Messages in order, with files and decisions at their times. Pure. */
export function entriesOf({
  messages,
  checkpoints,
  artifacts,
  declines = [],
}: Pick<
  Conversation,
  "messages" | "checkpoints" | "artifacts" | "declines"
>): readonly Entry[] {
  const unsent = checkpoints.find(
    ({ act, status }) => act === "submit" && status === "open",
  )?.proposal.messageId;
  const said = messages
    // The message is not sent yet: its checkpoint shows it.
    .filter(({ messageId }) => messageId !== unsent);
  const added = [
    ...looseFiles(artifacts, [
      ...messages.flatMap((it) => it.artifactIds),
      // Unsent files are shown with the words that they would go with.
      ...checkpoints
        .filter(({ act, status }) => act !== "accept" && status === "open")
        .flatMap(({ proposal }) => proposal.artifactIds),
    ]),
    ...checkpoints.flatMap((it) =>
      it.decision ? [decided(it, it.decision)] : [],
    ),
    ...declines.map((decline) => ({
      at: decline.at,
      entry: { key: `declined-${decline.address}`, decline },
    })),
  ].toSorted((one, other) => (one.at < other.at ? -1 : 1));
  const entries: Entry[] = [];
  for (const message of said) {
    // A message posted by a decision has the same time, and follows it.
    while (added[0] && added[0].at <= message.createdAt) take(added, entries);
    const last = entries.at(-1);
    const before = last && "message" in last ? last.message : undefined;
    const follows = goesOn(before, message);
    entries.push({ key: message.messageId, message, follows });
  }
  while (added.length > 0) take(added, entries);
  return entries;
}

/** True if the line with a message's author would be the same except for its time. Pure. */
export function goesOn(before: Message | undefined, next: Message): boolean {
  if (!before || headOf(before) !== headOf(next)) return false;
  return isSoon(before.createdAt, next.createdAt);
}

function isSoon(one: string, next: string): boolean {
  return Date.parse(next) - Date.parse(one) <= TOGETHER_MS;
}

function headOf({
  author: { address },
  actor: { kind, label, credentialId },
  mode,
  onlyYou,
  accept,
  trust: { relation },
}: Message): string {
  const isPrivate = mode === "reply";
  return JSON.stringify([
    ...[address, kind, label, credentialId],
    ...[isPrivate, onlyYou, accept === false, relation],
  ]);
}

interface Added {
  readonly at: string;
  readonly entry: Entry;
}

function take(added: Added[], entries: Entry[]): void {
  const entry = added.shift()?.entry;
  const last = entries.at(-1);
  if (!entry) return;
  if (last && "files" in last && "files" in entry && isOne(last, entry)) {
    entries[entries.length - 1] = {
      key: last.key,
      files: [...last.files, ...entry.files],
    };
  } else entries.push(entry);
}

/** True if the same author added the files soon after each other. */
function isOne(
  { files: before }: { readonly files: readonly Artifact[] },
  { files: next }: { readonly files: readonly Artifact[] },
): boolean {
  const [one, other] = [before.at(-1), next[0]];
  return (
    one !== undefined &&
    other !== undefined &&
    one.addedBy === other.addedBy &&
    one.actor?.label === other.actor?.label &&
    isSoon(one.createdAt, other.createdAt)
  );
}

/** Files without a message; those of messages are shown in them. */
function looseFiles(
  artifacts: readonly Artifact[],
  shown: readonly string[],
): readonly Added[] {
  const named = new Set(shown);
  return artifacts
    .filter(({ artifactId }) => !named.has(artifactId))
    .map((file) => ({
      at: file.createdAt,
      entry: { key: file.artifactId, files: [file] },
    }));
}

function decided(
  checkpoint: Checkpoint,
  decision: NonNullable<Checkpoint["decision"]>,
): Added {
  const { checkpointId: key, openedAt } = checkpoint;
  const at = decision.at ?? openedAt;
  return { at, entry: { key, checkpoint, decision } };
}
