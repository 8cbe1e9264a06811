import { Type } from "typebox";
import { isPushKeys } from "../../../packages/standards/src/push_encryption.ts";
import type { CommandCall } from "../access/context.ts";
import { defineCommand, SESSION } from "../access/operation.ts";
import { parseForeignUrl } from "../agents/remote/foreign_url.ts";
import { sha256 } from "../base/digest.ts";
import { LIMITS } from "../base/limits.ts";
import { closed, string } from "../base/schemas.ts";
import { told } from "../base/words/sentence.ts";
import { PUSH_KINDS } from "../db/tables/data/push_schema.ts";
import { ServiceError } from "../errors/errors.ts";
import type { DeviceSubscription } from "../push/devices.ts";
import {
  DeviceKinds,
  DeviceName,
  deviceName,
  PUSH_SEAL,
  PushDeviceSchema,
  presentPushDevice,
  recordPushDevice,
} from "../push/devices.ts";
import type { PushDevice } from "../push/push_store.ts";
import { pushStore } from "../push/push_store.ts";
import { seal } from "../webhooks/sealed.ts";

const Key = (description: string) =>
  Type.String({
    description,
    pattern: "^[A-Za-z0-9_-]+=*$",
    maxLength: LIMITS.pushKeyCharsMax,
  });

/** Notifies a browser by Web Push from now on. */
export const addPushDevice = defineCommand({
  name: "add_push_device",
  title: "Add a push device",
  description:
    "Notify a browser by Web Push, with the values of its push subscription, until your session there ends. Adding the same browser again is the same device.",
  access: SESSION,
  input: closed({
    endpoint: string("The https URL of its push service.", LIMITS.uriCharsMax),
    p256dh: Key("Its public key, base64url."),
    auth: Key("Its shared secret, base64url."),
    name: DeviceName,
    kinds: Type.Optional(DeviceKinds),
  }),
  output: closed({ device: PushDeviceSchema }),
  chains: (_input, { member }) => [member.accountId],
  async run({ endpoint: text, p256dh, auth, name, kinds = PUSH_KINDS }, call) {
    const { accountId, sessionId = "" } = call.member;
    const endpoint = parseForeignUrl(call.outside, text).href;
    const subscription = { endpoint, p256dh, auth, sessionId };
    requireKeys(subscription);
    const store = pushStore(call.db);
    const endpointHash = sha256(endpoint);
    const known = await store.byEndpoint(endpointHash);
    const own = known?.accountId === accountId ? known : undefined;
    // The person who signs in at a browser is notified there from now on, and nobody else.
    if (known && !own) call.write(...store.remove(known.id));
    if (!own) await requireRoom(call, accountId);
    const device: PushDevice = {
      id: own?.id ?? call.newId("pushDevice"),
      accountId,
      name: deviceName(name),
      endpointHash,
      subscription: seal(call, PUSH_SEAL, JSON.stringify(subscription)),
      kinds,
      createdAt: own?.createdAt ?? call.now,
      reachedAt: own?.reachedAt ?? null,
    };
    call.write(own ? store.update(device) : store.insert(device));
    recordPushDevice(call, device, own ? "changed" : "added");
    return { device: presentPushDevice(device, subscription) };
  },
});

function requireKeys({
  p256dh,
  auth,
}: Pick<DeviceSubscription, "p256dh" | "auth">): void {
  const keys = {
    p256dh: Buffer.from(p256dh, "base64url"),
    auth: Buffer.from(auth, "base64url"),
  };
  if (isPushKeys(keys)) return;
  const detail = told`not the keys of a push subscription`;
  throw new ServiceError("invalid_input", {
    detail: told`Cannot use p256dh and auth: ${detail}.`,
    errors: [{ pointer: "/p256dh", code: "invalid", detail }],
  });
}

async function requireRoom(
  { db }: CommandCall,
  accountId: string,
): Promise<void> {
  const { length } = await pushStore(db).of(accountId);
  if (length < LIMITS.pushDevicesMax) return;
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add another device: the maximum is ${LIMITS.pushDevicesMax}.`,
  });
}
