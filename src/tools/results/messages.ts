import { Type } from "typebox";
import { sizeOf } from "../../core/base/json.ts";
import { Word } from "../../core/base/own_words.ts";
import { closed } from "../../core/base/schemas.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import { textPart } from "./fits.ts";
import type { Viewer } from "./presentation.ts";
import { telling } from "./presentation.ts";

type Message = ConversationView["messages"][number];
type Checkpoint = ConversationView["checkpoints"][number];
type Artifact = ConversationView["artifacts"][number];

export const YOU = "you";
export const Author = Type.Union([Type.Literal(YOU), Word("address")]);
export const Words = Type.String();

export const FileForm = closed({
  artifactId: Type.Optional(Word("id")),
  name: Type.Optional(Type.String()),
  mimeType: Type.Optional(Word("mediaType")),
  size: Type.Optional(Type.Integer()),
  uri: Type.Optional(Words),
  by: Type.Optional(Author),
});

/** The fields for a text that is only a part. */
export const PART = {
  chars: Type.Optional(
    Type.Integer({ description: "Characters of the whole text." }),
  ),
  next: Type.Optional(
    Type.Integer({
      description: "offset of the next part; absent at the end.",
    }),
  ),
};

export const MessageForm = closed({
  messageId: Type.Optional(Word("id")),
  from: Type.Optional(Author),
  at: Type.Optional(Word("time")),
  checkpointId: Type.Optional(Word("id")),
  /** A question before acceptance, which accepts nothing. */
  question: Type.Optional(Type.Boolean()),
  /** Between an agent and its own person: nobody else reads it. */
  onlyYou: Type.Optional(Type.Boolean()),
  text: Type.Optional(Words),
  ...PART,
  data: Type.Optional(Type.Unknown({ description: "Its JSON parts." })),
  files: Type.Optional(Type.Array(FileForm)),
  artifactIds: Type.Optional(Type.Array(Word("id"))),
});

/** How a result shows an address. */
export type Called = (address: string) => string;

/** Shows addresses; the reader's own is "you". */
export function calledBy(view: ConversationView, { viewerId }: Viewer): Called {
  const me = view.participants.find((it) => it.accountId === viewerId);
  return (address) => (address === me?.address ? YOU : address);
}

/** A message with its whole text. */
export function shortMessage(message: Message, called: Called): object {
  const { messageId, author, createdAt, accept, onlyYou } = message;
  const { text, parts, artifactIds } = message;
  return {
    messageId,
    from: called(author.address),
    at: createdAt,
    ...telling({
      question: accept === false,
      onlyYou,
      text,
      ...beside(parts),
      artifactIds,
    }),
  };
}

/** Longer JSON is read as a text, in parts. */
const DATA_BYTES_MAX = 16_000;
/** The least of a text that is shown, however little room there is. */
const TEXT_BYTES_MIN = 2_000;

/** A message with a part of its text; long JSON follows the text. */
export function messagePart(
  message: Message,
  called: Called,
  { offset, room }: { readonly offset: number; readonly room: number },
): object {
  const { text, parts } = message;
  const { data } = beside(parts);
  const json = JSON.stringify(data);
  const isLong = sizeOf(json) > DATA_BYTES_MAX;
  const readable = isLong ? [text, json].filter(Boolean).join("\n\n") : text;
  const head = {
    ...shortMessage({ ...message, text: "" }, called),
    ...(isLong && { data: undefined }),
  };
  const left = Math.max(room - sizeOf(head), TEXT_BYTES_MIN);
  return { ...head, ...textPart(readable, offset, left) };
}

/** The contents of a message's parts beside their text; bytes are only counted. */
export function beside(parts: Message["parts"]) {
  const data = parts.flatMap((it) => (it.data === undefined ? [] : [it.data]));
  const files = parts.flatMap(({ filename, mediaType, url, raw }) => {
    const size =
      raw === undefined ? undefined : Buffer.byteLength(raw, "base64");
    const file = telling({
      name: filename,
      mimeType: mediaType,
      size,
      uri: url,
    });
    return url === undefined && raw === undefined ? [] : [file];
  });
  return { data, files };
}

/** A file in few words. */
export function shortFile(
  file: Artifact | Checkpoint["proposal"]["artifacts"][number],
  called: Called,
): object {
  const { artifactId, name, mimeType, size, uri } = file;
  const by = "addedBy" in file ? called(file.addedBy) : undefined;
  return {
    artifactId,
    name,
    mimeType,
    ...telling({ size: size || undefined, uri, by }),
  };
}
