import { Type } from "typebox";
import { fitting } from "../../core/base/json.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import { textPart } from "./fits.ts";
import type { Called } from "./messages.ts";
import {
  Author,
  beside,
  FileForm,
  PART,
  shortFile,
  Words,
} from "./messages.ts";
import { telling } from "./presentation.ts";

type Checkpoint = ConversationView["checkpoints"][number];

/** The share of a result that the list of files may take from its messages. */
export const FILES_BYTES_MAX = 10_000;

export const CheckpointForm = closed({
  checkpointId: Word("id"),
  act: Word("code"),
  title: Type.Optional(Type.String()),
  mayDecide: Type.Optional(Type.Boolean()),
  deciders: Type.Optional(Type.Array(Word("address"))),
  asked: Type.Optional(Type.Array(Word("address"))),
  /** Of a decision that takes several people, with the approvals so far. */
  needed: Type.Optional(Type.Integer()),
  approvals: Type.Optional(Type.Integer()),
  approve: Type.Optional(Word("sentence")),
  decline: Type.Optional(Word("sentence")),
  messageId: Type.Optional(Word("id")),
  text: Type.Optional(Words),
  ...PART,
  files: Type.Optional(Type.Array(FileForm)),
  reason: Type.Optional(Words),
  by: Type.Optional(Author),
  until: Type.Optional(Word("time")),
});

/** An open decision as a model reads it. */
export function shortCheckpoint(
  it: Checkpoint,
  called: Called,
  textBytesMax: number,
): object {
  const { checkpointId, act, mayDecide, proposal, askedBy, needed } = it;
  const { approve, decline } = it.outcomes;
  const [deciders, asked] = [it.deciders, it.asked].map((those) =>
    those?.flatMap(({ address }) => address ?? []),
  );
  const approvals = it.decisions?.length;
  const own = telling({ mayDecide, deciders, asked, needed, approvals });
  const card = { checkpointId, act, ...own };
  // An acceptance has no text of its own: it concerns the thread.
  if (act === "accept") return card;
  return {
    ...card,
    ...telling({
      title: it.title,
      ...(mayDecide && { approve, decline }),
      ...(proposal.text === undefined
        ? { messageId: proposal.messageId }
        : textPart(proposal.text, 0, textBytesMax)),
      files: [
        ...fitting(
          proposal.artifacts.map((file) => shortFile(file, called)),
          FILES_BYTES_MAX,
        ),
        ...beside(proposal.parts ?? []).files,
      ],
      reason: proposal.reason,
      by: askedBy && called(askedBy.address),
    }),
    until: it.expiresAt,
  };
}
