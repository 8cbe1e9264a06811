import type { JsonObject } from "../../../base/json.ts";
import { isObject } from "../../../base/json.ts";
import { LIMITS } from "../../../base/limits.ts";
import type { Reading } from "./remote_values.ts";
import {
  isStorable,
  lineOf,
  readBase64,
  readId,
  readMetadata,
  readRemoteText,
  readTimestamp,
  readWebAddress,
} from "./remote_values.ts";

/** The states of a task (A2A 1.0, 4.1.3), each at its number. */
export const TASK_STATES = [
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
export type TaskState = (typeof TASK_STATES)[number];

const ENDS: ReadonlySet<TaskState> = new Set([
  "TASK_STATE_COMPLETED",
  "TASK_STATE_FAILED",
  "TASK_STATE_CANCELED",
  "TASK_STATE_REJECTED",
]);

/** True for a state after which a task takes no message. */
export function isEnded(state: TaskState): boolean {
  return ENDS.has(state);
}

/** A part of a message or an artifact: exactly one of the four contents. */
export interface RemotePart {
  readonly text?: string;
  readonly data?: unknown;
  readonly url?: string;
  /** Base64, padded. */
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
  readonly metadata: JsonObject;
}

/** A task of another service as it told it, without what we do not read. */
export interface RemoteTask {
  readonly id: string;
  readonly contextId: string | null;
  readonly state: TaskState;
  /** When it came into this state, by the agent's clock; absent if it does not say. */
  readonly at?: number;
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

/** Reads a task; undefined if it is none. Pure. */
export function readRemoteTask(value: unknown): RemoteTask | undefined {
  if (!isObject(value)) return undefined;
  const id = readId(value.id);
  const { status } = value;
  const state = readState(isObject(status) ? status.state : undefined);
  if (id === undefined || state === undefined) return undefined;
  const reading: Reading = { dropped: 0 };
  const { message: said, timestamp } = isObject(status) ? status : {};
  const at = readTimestamp(timestamp);
  const read = (it: unknown) => readMessage(it, reading);
  return {
    id,
    contextId: readId(value.contextId ?? value.context_id) ?? null,
    state,
    ...(at !== undefined && { at }),
    message: some(isObject(said) ? [said] : [], [0], reading, read)[0] ?? null,
    history: some(value.history, [-LIMITS.remoteMessagesMax], reading, read),
    artifacts: some(
      value.artifacts,
      [-LIMITS.remoteArtifactsMax],
      reading,
      (it) => readArtifact(it, reading),
    ),
    metadata: readMetadata(value.metadata, reading),
    // Read last: the others count.
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
    parts: some(value.parts, [0, LIMITS.partsMax], reading, readPart),
    metadata: readMetadata(value.metadata, reading),
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
    parts: some(value.parts, [0, LIMITS.partsMax], reading, readPart),
    metadata: readMetadata(value.metadata, reading),
  };
}

const MEDIA_TYPE = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/[a-z0-9][a-z0-9!#$&^_.+-]*/i;

/** Reads a part (A2A 1.0, 4.1.6); undefined if it has a wrong form or is too large. */
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

/** The content of each name in its checked form; undefined for a wrong one. */
const CONTENTS = {
  text: (it) => readRemoteText(it, LIMITS.textCharsMax),
  url: readWebAddress,
  raw: readBase64,
  data: (it) => (isStorable(it, LIMITS.textCharsMax) ? it : undefined),
} as const satisfies Record<string, (value: unknown) => unknown>;

type Content = keyof typeof CONTENTS;
const CONTENT_NAMES = [
  "text",
  "url",
  "raw",
  "data",
] as const satisfies Content[];

function contentOf(part: JsonObject): RemotePart | undefined {
  // ProtoJSON: null is unset.
  const set = CONTENT_NAMES.filter((it) => (part[it] ?? null) !== null);
  const [name] = set;
  if (name === undefined || set.length > 1) return undefined;
  const content = CONTENTS[name](part[name]);
  return content === undefined ? undefined : { [name]: content };
}

function readState(value: unknown): TaskState | undefined {
  return typeof value === "number"
    ? TASK_STATES[value]
    : TASK_STATES.find((it) => it === value);
}

/** The items of a range that have the right form; the others are counted. */
function some<T>(
  value: unknown,
  [from, to]: readonly [from: number, to?: number],
  reading: Reading,
  read: (item: unknown) => T | undefined,
): readonly T[] {
  if (!Array.isArray(value)) return [];
  const kept = value.slice(from, to);
  const found = kept.map(read).filter((it) => it !== undefined);
  reading.dropped += value.length - found.length;
  return found;
}
