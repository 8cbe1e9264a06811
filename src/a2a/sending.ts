import type { Proto } from "../../packages/standards/src/proto/message.ts";
import {
  fault,
  faultMissing,
  structMember,
  structWithin,
} from "../../packages/standards/src/proto/message.ts";
import {
  readEnum,
  readFlag,
  readInteger,
  readText,
  readWithin,
} from "../../packages/standards/src/proto/read_fields.ts";
import type { A2aFields } from "../core/base/a2a_fields.ts";
import { sha256 } from "../core/base/digest.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { TaskPushAsked } from "../core/base/task_push_asked.ts";
import { readA2aFields } from "./message_fields.ts";
import type { A2aPart } from "./parts.ts";
import { checkMediaTypes, readPartsOf } from "./parts.ts";
import { faultUnknown, refuseFaults } from "./proto_wire.ts";
import { readTaskPush } from "./push/push_configs.ts";
import { A2A_ROLES } from "./shapes.ts";

const VISIBLE_ASCII = /^[\x21-\x7e]+$/;

/** Service fields of `metadata.svc` that open a conversation. */
const OPENING_FIELDS = [
  "title",
  "to",
  "cc",
  "bcc",
  "price",
  "currency",
  "release",
  "releaseAction",
  "acceptBy",
  "acceptWithin",
  "deliverBy",
  "deliverWithin",
  "arbiter",
  "contactType",
  "firstUse",
  "fromAddress",
  "quoteId",
  "offerId",
  "input",
] as const;

/** Those for a message of an existing conversation: an opening one has nothing to answer yet. */
const ANSWERING_FIELDS = [
  "needsInput",
  "accept",
  "inReplyTo",
  "proposal",
  "dispute",
] as const;

const SERVICE_FIELDS = [
  ...OPENING_FIELDS,
  ...ANSWERING_FIELDS,
  "mode",
] as const;

/** The fields of SendMessage, before the operation is chosen. */
export interface SendFields {
  readonly parts: readonly A2aPart[];
  /** The fields to store with the message. */
  readonly a2a: A2aFields;
  readonly taskId: string | undefined;
  readonly contextId: string | undefined;
  readonly tenant: string | undefined;
  readonly idempotencyKey: string;
  readonly service: ServiceFields;
  readonly historyLength: number;
  /** True for a caller that does not wait for the service's own agents. */
  readonly returnImmediately: boolean;
  /** Where the task is pushed from then on. */
  readonly taskPush: TaskPushAsked | undefined;
}

/** Values of `metadata.svc`, wherever they were. */
export interface ServiceFields {
  readonly values: Readonly<Record<string, unknown>>;
  /** The pointer into `params` of each value. */
  readonly pointers: Readonly<Record<string, string>>;
}

/**
 * Reads the params of SendMessage. Its `messageId` is its idempotency key, so a
 * header `Idempotency-Key` must be the same.
 * @throws invalid_input listing every wrong field, unsupported_media_type
 */
export function readSending(
  params: Proto,
  keyHeader: string | null,
): SendFields {
  const message = readWithin(params, "message");
  if (!message) faultMissing(params, "message");
  const configuration = readConfiguration(params);
  const sending = message && readMessageOf(params, message);
  refuseFaults(params);
  if (!message || !sending) throw new TypeError("A missing message is a fault");
  if (keyHeader !== null && keyOf(keyHeader) !== sending.idempotencyKey) {
    // A key that would silently have no effect is refused.
    fault(message, "messageId", OTHER_KEY);
    refuseFaults(params);
  }
  checkMediaTypes(sending.parts);
  return { ...sending, ...configuration };
}

const OTHER_KEY =
  "messageId is the idempotency key of this call, and the header Idempotency-Key says another";

type Configuration = Pick<
  SendFields,
  "historyLength" | "returnImmediately" | "taskPush"
>;

/** How to answer; repeats do not compare it. */
function readConfiguration(params: Proto): Configuration {
  const configuration = readWithin(params, "configuration");
  const push =
    configuration && readWithin(configuration, "taskPushNotificationConfig");
  const asked = configuration && {
    historyLength: readInteger(configuration, "historyLength"),
    returnImmediately: readFlag(configuration, "returnImmediately"),
  };
  return {
    historyLength: asked?.historyLength ?? LIMITS.threadMessagesMax,
    returnImmediately: asked?.returnImmediately ?? false,
    taskPush: push && readTaskPush(push),
  };
}

function readMessageOf(
  params: Proto,
  message: Proto,
): Omit<SendFields, keyof Configuration> {
  const messageId = readText(message, "messageId");
  if (messageId === undefined) faultMissing(message, "messageId");
  readRole(message);
  const taskId = readSentTaskId(params);
  const service = readServiceFields(params, message);
  refuseFields(params, service, taskId === undefined);
  const { parts, metadata } = readPartsOf(message);
  return {
    parts,
    a2a: readA2aFields(message, messageId ?? "", metadata),
    taskId,
    contextId: readText(message, "contextId"),
    tenant: readText(params, "tenant"),
    idempotencyKey: keyOf(messageId ?? ""),
    service,
  };
}

/** Required but ignored: the identity decides on which side a caller is. */
function readRole(message: Proto): void {
  const role = readEnum(message, "role", A2A_ROLES);
  if (role === undefined) faultMissing(message, "role");
  if (role === "ROLE_UNSPECIFIED") {
    fault(message, "role", "role must be ROLE_USER or ROLE_AGENT");
  }
}

/** The task that a message continues, from the params or the message. */
export function readSentTaskId(params: Proto): string | undefined {
  const message = readWithin(params, "message");
  const outer = readText(params, "taskId");
  const inner = message && readText(message, "taskId");
  if (outer !== undefined && inner !== undefined && outer !== inner) {
    return fault(params, "taskId", "taskId and message.taskId differ");
  }
  const found = inner ?? outer;
  return found === undefined ? undefined : boundedId(found);
}

/** Ids are shorter than the limit, so a cut one is simply unknown. */
export function boundedId(id: string): string {
  return id.slice(0, LIMITS.idCharsMax);
}

/** The message's own fields override those of the params. */
function readServiceFields(params: Proto, message: Proto): ServiceFields {
  const values: Record<string, unknown> = {};
  const pointers: Record<string, string> = {};
  for (const holder of [params, message]) {
    const metadata = readWithin(holder, "metadata");
    const svc = metadata && structWithin(metadata, "svc");
    if (!svc) continue;
    faultUnknown(svc, SERVICE_FIELDS);
    for (const name of SERVICE_FIELDS) {
      const value = structMember(svc, name);
      if (value === undefined) continue;
      values[name] = value;
      pointers[name] = `${svc.pointer}/${name}`;
    }
  }
  return { values, pointers };
}

/** A field that would silently have no effect is refused. */
function refuseFields(
  params: Proto,
  { pointers }: ServiceFields,
  isOpening: boolean,
): void {
  for (const name of isOpening ? ANSWERING_FIELDS : OPENING_FIELDS) {
    const pointer = pointers[name];
    if (pointer === undefined) continue;
    const when = isOpening
      ? "within a conversation"
      : "when a conversation starts";
    const detail = `${name} applies only ${when}`;
    params.faults.push({ pointer, code: "not_applicable", detail });
  }
}

/** The prefixes separate these keys from REST keys, and short ids from hashed ones. */
function keyOf(messageId: string): string {
  const key = `a2a:${messageId}`;
  return key.length <= LIMITS.idempotencyKeyCharsMax && VISIBLE_ASCII.test(key)
    ? key
    : `a2a-sha256:${sha256(messageId)}`;
}
