import { Type } from "typebox";
import { DECIDER, defineQuery } from "../access/operation.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import { ConversationId, closed, string } from "../base/schemas.ts";
import { partOf } from "../base/text.ts";
import {
  mayBePicture,
  mayBeText,
  pictureType,
  textOfFile,
} from "../conversations/acts/thread/file_text.ts";
import { ArtifactSchema } from "../conversations/model/content_schemas.ts";
import { loadFile } from "../conversations/read/projection/load_file.ts";

/** Reads one file in a form for models: its text or its picture. */
export const readArtifactText = defineQuery({
  name: "read_artifact",
  title: "Read an artifact",
  description:
    "Read a file of a conversation: text from offset on (next continues), a small image as an image, anything else as a link. artifact.size is in bytes.",
  access: DECIDER,
  scope: "conversations:read",
  input: closed({
    conversationId: ConversationId,
    artifactId: Type.String({ maxLength: LIMITS.idCharsMax }),
    offset: Type.Optional(
      Type.Integer({
        description: "Characters to skip.",
        minimum: 0,
        maximum: LIMITS.readableFileBytesMax,
      }),
    ),
    limit: Type.Optional(
      Type.Integer({
        description: `Characters at most; ${LIMITS.fileCharsDefault} if absent.`,
        minimum: 1,
        maximum: LIMITS.fileCharsMax,
      }),
    ),
  }),
  output: closed({
    artifact: ArtifactSchema,
    shown: Type.Enum(["text", "image", "link"], {
      description:
        "link: no text, or too large; get it from artifact.downloadUrl or uri.",
    }),
    text: Type.Optional(string("The file's text.")),
    chars: Type.Optional(
      Type.Integer({ description: "Characters of the whole text." }),
    ),
    next: Type.Optional(
      Type.Integer({
        description: "offset of the next part; absent at the end.",
      }),
    ),
    imageType: Type.Optional(Word("mediaType", "Its media type.")),
    bytes: Type.Optional(Type.Unsafe<Uint8Array>({})),
  }),
  tool: { destructive: false, idempotent: true, openWorld: false },
  takesTurns: true,
  async run({ conversationId, artifactId, offset = 0, limit }, call) {
    const file = await loadFile(call, conversationId, artifactId);
    const { artifact, stored } = file;
    if (mayBePicture(stored)) {
      const bytes = await file.bytes();
      const imageType = bytes && pictureType(bytes);
      if (imageType)
        return { artifact, shown: "image" as const, bytes, imageType };
    }
    const bytes = mayBeText(stored) ? await file.bytes() : undefined;
    const text = bytes && textOfFile(bytes);
    if (text === undefined) return { artifact, shown: "link" as const };
    const end = offset + (limit ?? LIMITS.fileCharsDefault);
    const part = partOf(text, offset, end);
    const next = offset + part.length;
    return {
      artifact,
      shown: "text" as const,
      text: part,
      chars: text.length,
      ...(part !== "" && next < text.length && { next }),
    };
  },
});
