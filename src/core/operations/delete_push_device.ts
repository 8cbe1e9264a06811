import { Type } from "typebox";
import { defineCommand, SESSION } from "../access/operation.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import { DeviceId, loadPushDevice, recordPushDevice } from "../push/devices.ts";
import { pushStore } from "../push/push_store.ts";

/** Tells a device nothing more. */
export const deletePushDevice = defineCommand({
  name: "delete_push_device",
  title: "Remove a push device",
  description:
    "Tell a device nothing more, and forget it with what it has yet to be told.",
  access: SESSION,
  input: closed({ deviceId: DeviceId }),
  output: closed({
    deviceId: Word("id", "Id of the device."),
    deleted: Type.Literal(true, { description: "It is gone." }),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ deviceId }, call) {
    const found = await loadPushDevice(call, deviceId);
    call.write(...pushStore(call.db).remove(found.id));
    recordPushDevice(call, found, "removed");
    return { deviceId, deleted: true as const };
  },
});
