import type { ConversationView } from "../core/conversations/projection/present.ts";
import type { Author, Mark } from "./marks.ts";
import { SOMEBODY } from "./marks.ts";
import { maskA2a } from "./mask_a2a.ts";
import { maskParts } from "./mask_parts.ts";

type Checkpoint = ConversationView["checkpoints"][number];
type Proposal = Checkpoint["proposal"];

interface Reading {
  readonly mark: Mark;
  readonly myAddress: string | undefined;
  authorAt(address: string): Author;
}

/**
 * Marks what a checkpoint proposes: the words and files of whoever asks, unless the
 * viewer's own side does, and the names of everybody else.
 */
export function maskProposal(
  { askedBy, proposal }: Checkpoint,
  { mark, myAddress, authorAt }: Reading,
): Proposal {
  const recipients = proposal.recipients.map((it) =>
    it.address === myAddress || it.displayName === it.address
      ? it
      : { ...it, displayName: quoted(it.displayName, it.address) },
  );
  function quoted(name: string, address: string): string {
    return mark(name, "name", authorAt(address));
  }
  if (myAddress !== undefined && askedBy?.address === myAddress) {
    return { ...proposal, recipients };
  }
  const by = askedBy ? authorAt(askedBy.address) : SOMEBODY;
  return { ...proposal, ...wordsOf(proposal, mark, by), recipients };
}

function wordsOf(
  { text, parts = [], a2a, reason, artifacts }: Proposal,
  mark: Mark,
  by: Author,
): Partial<Proposal> {
  const quote = (words: string) => mark(words, "artifact", by);
  return {
    ...(text !== undefined &&
      maskParts({ text, parts }, (words) => mark(words, "message", by))),
    ...maskA2a({ a2a }, (words) => mark(words, "message", by)),
    ...(reason !== undefined && { reason: mark(reason, "reason", by) }),
    artifacts: artifacts.map((it) => ({
      ...it,
      name: quote(it.name),
      mimeType: quote(it.mimeType),
      ...(it.uri !== undefined && { uri: quote(it.uri) }),
    })),
  };
}
