import type { JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import { cleanLine, cleanText, firstChars } from "../../../base/text.ts";

/** The states of a task (A2A 1.0, 4.1.3), each at its number. */
const STATES = [
  "TASK_STATE_UNSPECIFIED",
  "TASK_STATE_SUBMITTED",
  "TASK_STATE_WORKING",
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_INPUT_REQUIRED",
  "TASK_STATE_REJECTED",
  "TASK_STATE_AUTH_REQUIRED",
] as const;
export type RemoteState = (typeof STATES)[number];

const ENDS: ReadonlySet<RemoteState> = new Set([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
]);

/** True for a state after which a task takes no message. */
export function isEnded(state: RemoteState): boolean {
  return ENDS.has(state);
}

/** A part of a message or an artifact: exactly one of the four contents. */
export interface RemotePart {
  readonly text?: string;
  readonly data?: unknown;
  readonly url?: string;
  /** Base64. */
  readonly raw?: string;
  readonly mediaType?: string;
  readonly filename?: string;
}

/** A message of a task, somebody's words: cleaned and bounded, not believed. */
export interface RemoteMessage {
  readonly messageId: string;
  /** The task that it names; null if it names none. */
  readonly taskId: string | null;
  /** True for the agent's own words, false for what is said to be ours. */
  readonly isAgents: boolean;
  readonly parts: readonly RemotePart[];
  readonly metadata: JsonObject;
}

/** A result of a task. */
export interface RemoteArtifact {
  readonly artifactId: string;
  readonly name: string;
  readonly parts: readonly RemotePart[];
}

/** A task of another service as it told it, without what we do not read. */
export interface RemoteTask {
  readonly id: string;
  readonly contextId: string | null;
  readonly state: RemoteState;
  /** The message of its status; null without one. */
  readonly message: RemoteMessage | null;
  readonly history: readonly RemoteMessage[];
  readonly artifacts: readonly RemoteArtifact[];
  readonly metadata: JsonObject;
  /** How many messages, artifacts and parts were left out: of a wrong form, or too many. */
  readonly dropped: number;
}

/** The body of a push: a whole task, a message without a task, or only what has changed. */
export type Streamed =
  | { readonly kind: "task"; readonly task: RemoteTask }
  | { readonly kind: "message"; readonly message: RemoteMessage }
  | { readonly kind: "update"; readonly taskId: string };

/** Counts what is left out while one value is read. */
interface Reading {
  dropped: number;
}

/** Reads a task; undefined if it is none. Pure. */
export function readRemoteTask(value: unknown): RemoteTask | undefined {
  if (!isObject(value)) return undefined;
  const id = readId(value.id);
  const { status } = value;
  const state = readState(isObject(status) ? status.state : undefined);
  if (id === undefined || state === undefined) return undefined;
  const reading: Reading = { dropped: 0 };
  const said = isObject(status) ? status.message : undefined;
  const read = (it: unknown) => readMessage(it, reading);
  return {
    id,
    contextId: readId(value.contextId ?? value.context_id) ?? null,
    state,
    message: isObject(said) ? (read(said) ?? null) : null,
    history: some(value.history, LIMITS.remoteMessagesMax, reading, read),
    artifacts: some(value.artifacts, LIMITS.remoteArtifactsMax, reading, (it) =>
      readArtifact(it, reading),
    ),
    metadata: isObject(value.metadata) ? value.metadata : {},
    dropped: reading.dropped,
  };
}

/** Reads the body of a push (A2A 1.0, StreamResponse); undefined if it is none. Pure. */
export function readStreamResponse(value: unknown): Streamed | undefined {
  if (!isObject(value)) return undefined;
  const task = readRemoteTask(value.task);
  if (task) return { kind: "task", task };
  const message = readRemoteMessage(value.message);
  if (message) return { kind: "message", message };
  const update =
    value.statusUpdate ??
    value.artifactUpdate ??
    value.status_update ??
    value.artifact_update;
  if (!isObject(update)) return undefined;
  const taskId = readId(update.taskId ?? update.task_id);
  return taskId === undefined ? undefined : { kind: "update", taskId };
}

/** Reads a message that stands alone; undefined if it is none. Pure. */
export function readRemoteMessage(value: unknown): RemoteMessage | undefined {
  return readMessage(value, { dropped: 0 });
}

function readMessage(
  value: unknown,
  reading: Reading,
): RemoteMessage | undefined {
  if (!isObject(value)) return undefined;
  const messageId = readId(value.messageId ?? value.message_id);
  const isAgents = value.role === "ROLE_AGENT" || value.role === 2;
  if (messageId === undefined) return undefined;
  return {
    messageId,
    taskId: readId(value.taskId ?? value.task_id) ?? null,
    isAgents,
    parts: some(value.parts, LIMITS.partsMax, reading, readPart),
    metadata: isObject(value.metadata) ? value.metadata : {},
  };
}

function readArtifact(
  value: unknown,
  reading: Reading,
): RemoteArtifact | undefined {
  if (!isObject(value)) return undefined;
  const artifactId = readId(value.artifactId ?? value.artifact_id);
  if (artifactId === undefined) return undefined;
  return {
    artifactId,
    name: lineOf(value.name, LIMITS.artifactNameCharsMax) ?? "",
    parts: some(value.parts, LIMITS.partsMax, reading, readPart),
  };
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*/i;

function readPart(value: unknown): RemotePart | undefined {
  if (!isObject(value)) return undefined;
  const content = contentOf(value);
  if (!content) return undefined;
  const type = value.mediaType ?? value.media_type;
  const [mediaType] =
    MEDIA_TYPE.exec(typeof type === "string" ? type : "") ?? [];
  const filename = lineOf(value.filename, LIMITS.artifactNameCharsMax);
  return {
    ...content,
    ...(mediaType !== undefined &&
      mediaType.length <= LIMITS.nameCharsMax && {
        mediaType: mediaType.toLowerCase(),
      }),
    ...(filename && { filename }),
  };
}

function contentOf(part: JsonObject): RemotePart | undefined {
  const { text, url, raw, data } = part;
  if (typeof text === "string") {
    return text.length <= LIMITS.textCharsMax
      ? { text: cleanText(text) }
      : undefined;
  }
  if (typeof url === "string") {
    const isWeb = /^https?:\/\/\S+$/.test(url);
    return isWeb && url.length <= LIMITS.uriCharsMax ? { url } : undefined;
  }
  if (typeof raw === "string") return { raw: raw.replace(/[-_]/g, plain) };
  return data === undefined || data === null ? undefined : { data };
}

/** ProtoJSON allows base64url. */
function plain(letter: string): string {
  return letter === "-" ? "+" : "/";
}

function lineOf(value: unknown, charsMax: number): string | undefined {
  if (typeof value !== "string") return undefined;
  return firstChars(cleanLine(value), charsMax);
}

const ID = /^[\x21-\x7e]+$/;

/** An id of the other service: one visible word, compared and sent back as it is. */
function readId(value: unknown): string | undefined {
  const isOne =
    typeof value === "string" &&
    value.length <= LIMITS.remoteIdCharsMax &&
    ID.test(value);
  return isOne ? value : undefined;
}

function readState(value: unknown): RemoteState | undefined {
  return typeof value === "number"
    ? STATES[value]
    : STATES.find((it) => it === value);
}

/** The newest items that have the right form. */
function some<T>(
  value: unknown,
  most: number,
  reading: Reading,
  read: (item: unknown) => T | undefined,
): readonly T[] {
  if (!Array.isArray(value)) return [];
  const kept = value.slice(-most);
  const found = kept.map(read).filter((it) => it !== undefined);
  reading.dropped += value.length - found.length;
  return found;
}
