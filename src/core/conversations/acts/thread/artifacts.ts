import type { Nature } from "../../../../../packages/standards/src/first_bytes.ts";
import { actorOf } from "../../../access/actor.ts";
import type { CommandCall } from "../../../access/context.ts";
import { sha256, sha256Slowly } from "../../../base/digest.ts";
import { LIMITS } from "../../../base/limits.ts";
import { cleanLine } from "../../../base/text.ts";
import { told } from "../../../base/words/sentence.ts";
import { statementOf } from "../../../db/statement.ts";
import { ServiceError } from "../../../errors/errors.ts";
import { invalid } from "../../../errors/field_errors.ts";
import { natureOf } from "../../../review/nature.ts";
import type { Artifact, Conversation } from "../../model/model.ts";
import { recordEvent } from "../store/change.ts";
import { fileCommitment } from "../store/covered.ts";
import { conversationWrites } from "../store/writes.ts";

/** A file as a client sends it: bytes as base64, or a uri. */
export interface ArtifactInput {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes?: string;
  readonly uri?: string;
  readonly description?: string;
}

/** A file that was read and checked. */
export interface NewFile {
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array | null;
  readonly uri: string | null;
  readonly content: Nature | null;
  readonly description: string | null;
}

/** @throws invalid_input, payload_too_large */
export function readArtifact(input: ArtifactInput, pointer = ""): NewFile {
  const { bytes, uri } = input;
  if ((bytes === undefined) === (uri === undefined)) {
    throw invalid(`${pointer}/bytes`, "one_of", told`send either bytes or uri`);
  }
  const name = cleanLine(input.name);
  if (name === "")
    throw invalid(`${pointer}/name`, "required", told`it is empty`);
  const { mimeType } = input;
  const data = bytes === undefined ? null : decode(bytes, `${pointer}/bytes`);
  return {
    name,
    mimeType,
    bytes: data,
    content: data && natureOf(data, mimeType),
    uri: uri === undefined ? null : readUri(uri, `${pointer}/uri`),
    description: input.description ? cleanLine(input.description) : null,
  };
}

function decode(text: string, pointer: string): Uint8Array {
  let bytes: Uint8Array;
  try {
    const alphabet = /[-_]/.test(text) ? "base64url" : "base64";
    bytes = Uint8Array.fromBase64(text, { alphabet });
  } catch {
    throw invalid(pointer, "base64", told`it is not base64`);
  }
  if (bytes.length > LIMITS.uploadBytesMax) {
    throw new ServiceError("payload_too_large", {
      detail: told`Cannot accept the file: it is larger than ${LIMITS.uploadBytesMax} bytes.`,
    });
  }
  return bytes;
}

function readUri(text: string, pointer: string): string {
  const url = URL.parse(text);
  if (url?.protocol === "https:" && !url.username && !url.password) {
    return url.href;
  }
  throw invalid(pointer, "uri", told`it must be an https address`);
}

/** The author of a file, and the positions that may read it. */
export interface Adding {
  readonly position: number;
  readonly audience: readonly number[] | null;
}

/** Adds files to a conversation: rows, bytes and one record each. @throws quota_exceeded */
export async function addArtifacts(
  call: CommandCall,
  conversation: Conversation,
  files: readonly NewFile[],
  { position, audience }: Adding,
): Promise<Conversation> {
  if (files.length === 0) return conversation;
  refuseFullOfFiles(conversation, files.length);
  const { insertBytes } = conversationWrites(call.db);
  // Not the number of files: one may have been removed from the draft.
  const last = conversation.artifacts.at(-1)?.seq ?? 0;
  const hashes: string[] = [];
  for (const { bytes, uri } of files) {
    hashes.push(bytes ? await sha256Slowly(bytes) : sha256(uri ?? ""));
  }
  const added = files.map((file, index): Artifact => {
    const id = call.newId("artifact");
    if (file.bytes) {
      const bytes = Buffer.from(file.bytes);
      call.write(statementOf(insertBytes, { artifactId: id, bytes }));
    }
    return {
      id,
      seq: last + index + 1,
      name: file.name,
      mimeType: file.mimeType,
      size: file.bytes?.length ?? 0,
      sha256: hashes[index] ?? "",
      uri: file.uri,
      content: file.content,
      description: file.description,
      addedBy: position,
      addedById: call.member.accountId,
      actor: actorOf(call),
      audience,
      createdAt: call.now,
    };
  });
  for (const file of added) {
    recordEvent(call, conversation, "artifact.added", {
      refs: { artifactId: file.id },
      commitment: fileCommitment(file),
      audience,
    });
  }
  return { ...conversation, artifacts: [...conversation.artifacts, ...added] };
}

/** @throws quota_exceeded if there is no room for so many more files */
export function refuseFullOfFiles(
  { artifacts }: Pick<Conversation, "artifacts">,
  more: number,
): void {
  if (artifacts.length + more <= LIMITS.artifactsPerConversationMax) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add the file: a conversation can have at most ${LIMITS.artifactsPerConversationMax} files.`,
  });
}
