/**
 * How is a device told something while the inbox is closed? `vapid.ts` signs what it is
 * sent with, `push_text.ts` has the words; the encryption is in `packages/standards/`.
 * @module
 */
import type { Static } from "typebox";
import { Type } from "typebox";
import type { CommandCall, QueryCall } from "../access/context.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  closed,
  filled,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import { cleanLine, firstChars } from "../base/text.ts";
import { showTime, timeOrNull } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { PUSH_KINDS } from "../db/tables/data/push_schema.ts";
import { ServiceError } from "../errors/errors.ts";
import type { PushDevice } from "./push_store.ts";
import { pushStore } from "./push_store.ts";

/** The purpose under which a device's subscription is sealed. */
export const PUSH_SEAL = "push subscription";

/** The sealed part of a device: with it, one can send the device a notification. */
export interface DeviceSubscription {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
  /** The session that it was added in; once that has ended, the device gets no notifications. */
  readonly sessionId: string;
}

export const DeviceId = filled("Id of the device.", 64);

export const DeviceName = filled(
  "Name of the device.",
  LIMITS.pushNameCharsMax,
);

export const DeviceKinds = Type.Array(Type.Enum([...PUSH_KINDS]), {
  description:
    "Its notifications: `asks`, something needs your decision; `replies`, something new to read; `money`, one of your prices moved or is about to.",
  maxItems: PUSH_KINDS.length,
  uniqueItems: true,
});

/** A device as its person sees it, without its subscription. */
export const PushDeviceSchema = closed({
  deviceId: Word("id", "Id of the device."),
  name: string("Its name, given by its person."),
  service: string("The host of its push service."),
  kinds: Type.Array(Type.Enum([...PUSH_KINDS]), {
    description: "Its notifications.",
  }),
  createdAt: timestamp("When it was added."),
  reachedAt: nullable(timestamp("When its push service last took something.")),
});

/** Shows a device to its person. */
export function presentPushDevice(
  { id, name, kinds, createdAt, reachedAt }: PushDevice,
  { endpoint }: Pick<DeviceSubscription, "endpoint">,
): Static<typeof PushDeviceSchema> {
  return {
    deviceId: id,
    name,
    service: new URL(endpoint).host,
    kinds: PUSH_KINDS.filter((kind) => kinds.includes(kind)),
    createdAt: showTime(createdAt),
    reachedAt: timeOrNull(reachedAt),
  };
}

/** A name that fits on one line. */
export function deviceName(text: string): string {
  return firstChars(cleanLine(text), LIMITS.pushNameCharsMax) || "Device";
}

/**
 * A device of the caller.
 * @throws push_device_not_found, also for another account's
 */
export async function loadPushDevice(
  { db, member }: QueryCall,
  deviceId: string,
): Promise<PushDevice> {
  const found = await pushStore(db).device(deviceId);
  if (found?.accountId === member.accountId) return found;
  throw new ServiceError("push_device_not_found", {
    detail: told`Cannot find this device.`,
  });
}

/** Records that a device of an account was added, changed or removed. */
export function recordPushDevice(
  call: CommandCall,
  { id: deviceId, accountId: chainId }: Pick<PushDevice, "id" | "accountId">,
  what: "added" | "changed" | "removed",
): void {
  call.record({ chainId, type: `push_device.${what}`, refs: { deviceId } });
}
