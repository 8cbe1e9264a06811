import type { Caller } from "../../core/access/context.ts";
import { fetchPart } from "../../core/agents/remote/calls/fetch_part.ts";
import type { JsonObject } from "../../core/base/json.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { told } from "../../core/base/words/sentence.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { signRequest } from "../../core/federation/signatures/sign_request.ts";
import { addArtifact } from "../../core/operations/add_artifact.ts";
import type { Services } from "../../core/pipeline/call.ts";
import { callOperation } from "../../core/pipeline/call.ts";

/** A signed message, and the files that it named by addresses of its own service. */
export interface SentFiles {
  /** The body without those parts. */
  readonly body: unknown;
  readonly files: readonly SentFile[];
}

interface SentFile {
  /** Its own in every repeat of the message. */
  readonly idempotencyKey: string;
  readonly name: string;
  readonly mimeType: string;
  readonly bytes: string;
}

/**
 * Fetches the files of a signed message from its service (docs/federation.md). Those that it
 * refuses, or that are too large together, stay addresses.
 * @throws unavailable if it does not hand one over now: it sends the message again
 */
export async function fetchSentFiles(
  services: Services,
  said: unknown,
  origin: string,
): Promise<SentFiles> {
  const message = isObject(said) ? said.message : undefined;
  const parts = isObject(message) ? message.parts : undefined;
  const isMessage = isObject(said) && isObject(message);
  if (!isMessage || !Array.isArray(parts)) return { body: said, files: [] };
  const files: SentFile[] = [];
  const kept: unknown[] = [];
  let bytesLeft: number = LIMITS.uploadBytesMax;
  for (const [index, part] of parts.entries()) {
    const bytes =
      index < LIMITS.partsMax ? await bytesAt(services, part, origin) : null;
    if (!bytes || bytes.length > bytesLeft) {
      kept.push(part);
      continue;
    }
    bytesLeft -= bytes.length;
    files.push({
      idempotencyKey: `file:${message.messageId}:${index}`,
      name: textIn(part, "filename") ?? "file",
      mimeType: textIn(part, "mediaType") ?? "application/octet-stream",
      bytes: Buffer.from(bytes).toString("base64"),
    });
  }
  // A message has at least one part.
  const words =
    kept.length > 0 ? kept : files.map(({ name }) => ({ text: name }));
  return { body: { ...said, message: { ...message, parts: words } }, files };
}

/** Adds the files to the task that took their message. */
export async function addSentFiles(
  services: Services,
  caller: Caller,
  { files }: SentFiles,
  answer: unknown,
): Promise<void> {
  const task = isObject(answer) ? answer.task : undefined;
  const conversationId = textIn(task, "id");
  if (conversationId === undefined) return;
  for (const { idempotencyKey, ...file } of files) {
    const own = { ...caller, idempotencyKey };
    await callOperation(services, addArtifact, own, {
      conversationId,
      ...file,
    });
  }
}

async function bytesAt(
  services: Services,
  part: unknown,
  origin: string,
): Promise<Uint8Array | null> {
  const url = textIn(part, "url");
  if (url === undefined) return null;
  const { outside } = services;
  const sign = (request: Parameters<typeof signRequest>[1]) =>
    signRequest(services, request);
  const came = await fetchPart({ outside, sign, origin }, url);
  if (came.came === "file") return came.bytes;
  const isSilent = came.came === "unreachable" && came.error !== "too_large";
  if (isSilent || (came.came === "refused" && !came.isFinal)) {
    throw new ServiceError("unavailable", {
      detail: told`Cannot take this message now: its files cannot be read at your service.`,
    });
  }
  return null;
}

function textIn(it: unknown, name: keyof JsonObject): string | undefined {
  const found = isObject(it) ? it[name] : undefined;
  return typeof found === "string" ? found : undefined;
}
