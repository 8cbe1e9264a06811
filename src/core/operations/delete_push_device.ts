import { Type } from "typebox";
import { defineCommand, SESSION } from "../access/operation.ts";
import { Word } from "../base/own_words.ts";
import { closed } from "../base/schemas.ts";
import { DeviceId, loadPushDevice, recordPushDevice } from "../push/devices.ts";
import { pushStore } from "../push/push_store.ts";

/** Stops notifying a device. */
export const deletePushDevice = defineCommand({
  name: "delete_push_device",
  title: "Remove a push device",
  description:
    "Stop notifying a device, and drop what it has not yet received.",
  access: SESSION,
  input: closed({ deviceId: DeviceId }),
  output: closed({
    deviceId: Word("id", "Id of the device."),
    deleted: Type.Literal(true, { description: "Always true." }),
  }),
  chains: (_input, { member }) => [member.accountId],
  async run({ deviceId }, call) {
    const found = await loadPushDevice(call, deviceId);
    call.write(...pushStore(call.db).remove(found.id));
    recordPushDevice(call, found, "removed");
    return { deviceId, deleted: true as const };
  },
});
