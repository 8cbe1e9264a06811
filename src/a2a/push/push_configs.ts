import type { Static } from "typebox";
import type { Proto } from "../../../packages/standards/src/proto/message.ts";
import { faultMissing } from "../../../packages/standards/src/proto/message.ts";
import {
  readText,
  readWithin,
} from "../../../packages/standards/src/proto/read_fields.ts";
import { checkInput } from "../../core/access/check.ts";
import type { TaskPushAsked } from "../../core/base/task_push_asked.ts";
import { sayInEnglish } from "../../core/base/words/say.ts";
import { ServiceError, saidFault } from "../../core/errors/errors.ts";
import { createTaskPush } from "../../core/operations/create_task_push.ts";
import { deleteTaskPush } from "../../core/operations/delete_task_push.ts";
import { getTaskPush } from "../../core/operations/get_task_push.ts";
import { listTaskPushes } from "../../core/operations/list_task_pushes.ts";
import { methodOf } from "../rpc_call.ts";

/** The place of each field in a TaskPushNotificationConfig. */
const PLACES: Readonly<Record<string, string>> = {
  conversationId: "/taskId",
  configId: "/id",
  url: "/url",
  token: "/token",
  scheme: "/authentication/scheme",
  credentials: "/authentication/credentials",
};

/** Reads a TaskPushNotificationConfig; what the operation would refuse is a fault. */
export function readTaskPush(config: Proto): TaskPushAsked {
  const authentication = readWithin(config, "authentication");
  const configId = readText(config, "id");
  const url = readText(config, "url");
  const token = readText(config, "token");
  const scheme = authentication && readText(authentication, "scheme");
  const credentials = authentication && readText(authentication, "credentials");
  if (url === undefined) faultMissing(config, "url");
  if (authentication && scheme === undefined) {
    faultMissing(authentication, "scheme");
  }
  const asked = {
    ...(configId !== undefined && { configId }),
    url: url ?? "",
    ...(token !== undefined && { token }),
    ...(scheme !== undefined && { scheme }),
    ...(credentials !== undefined && { credentials }),
  };
  try {
    checkInput(createTaskPush, { conversationId: "any", ...asked });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    for (const it of error.faults) {
      const { pointer, ...said } = saidFault(it, sayInEnglish);
      const place = PLACES[pointer.slice(1)] ?? pointer;
      config.faults.push({ ...said, pointer: config.pointer + place });
    }
  }
  return asked;
}

function readTask(params: Proto): string {
  const taskId = readText(params, "taskId");
  if (taskId === undefined) faultMissing(params, "taskId");
  return taskId ?? "";
}

function readOne(params: Proto) {
  const configId = readText(params, "id");
  if (configId === undefined) faultMissing(params, "id");
  const input = { conversationId: readTask(params), configId };
  return { input, fields: PLACES };
}

/** A configuration as A2A shows it, without what authenticates. */
function toConfig(it: Static<typeof createTaskPush.output>): object {
  const { configId: id, conversationId: taskId, url, scheme } = it;
  return { id, taskId, url, ...(scheme && { authentication: { scheme } }) };
}

/** The methods for push configurations (A2A 1.0, 3.1.7 to 3.1.10), only over HTTP+JSON. */
export const PUSH_METHODS = {
  create: methodOf({
    operation: createTaskPush,
    read: (params) => ({
      input: { conversationId: readTask(params), ...readTaskPush(params) },
      fields: PLACES,
    }),
    show: toConfig,
  }),
  get: methodOf({ operation: getTaskPush, read: readOne, show: toConfig }),
  list: methodOf({
    operation: listTaskPushes,
    read: (params) => ({
      input: { conversationId: readTask(params) },
      fields: PLACES,
    }),
    show: ({ configs }) => ({
      configs: configs.map(toConfig),
      nextPageToken: "",
    }),
  }),
  delete: methodOf({
    operation: deleteTaskPush,
    read: readOne,
    show: () => ({}),
  }),
} as const;
