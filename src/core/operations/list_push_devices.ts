import { Type } from "typebox";
import { defineQuery, SESSION } from "../access/operation.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import {
  PUSH_SEAL,
  PushDeviceSchema,
  presentPushDevice,
} from "../push/devices.ts";
import { pushStore } from "../push/push_store.ts";
import { vapidPublicKey } from "../push/vapid.ts";
import { unseal } from "../webhooks/sealed.ts";

/** Lists the devices notified by Web Push, and the key that a new one subscribes with. */
export const listPushDevices = defineQuery({
  name: "list_push_devices",
  title: "List push devices",
  description:
    "List the devices notified by Web Push, with the key that a browser subscribes with.",
  access: SESSION,
  input: closed({}),
  output: closed({
    key: Word(
      "digest",
      "The service's key (applicationServerKey of a push subscription).",
    ),
    devices: Type.Array(PushDeviceSchema, { description: "All of them." }),
  }),
  async run(_input, call) {
    const found = await pushStore(call.db).of(call.member.accountId);
    const devices = found.map((it) =>
      presentPushDevice(
        it,
        JSON.parse(unseal(call, PUSH_SEAL, it.subscription)),
      ),
    );
    return { key: vapidPublicKey(call.signer), devices };
  },
});
