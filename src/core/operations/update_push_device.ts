import { Type } from "typebox";
import { defineCommand, SESSION } from "../access/operation.ts";
import { closed } from "../base/schemas.ts";
import {
  DeviceId,
  DeviceKinds,
  DeviceName,
  deviceName,
  loadPushDevice,
  PUSH_SEAL,
  PushDeviceSchema,
  presentPushDevice,
  recordPushDevice,
} from "../push/devices.ts";
import { pushStore } from "../push/push_store.ts";
import { unseal } from "../webhooks/sealed.ts";

/** Changes a device's name, or what it is notified of. */
export const updatePushDevice = defineCommand({
  name: "update_push_device",
  title: "Change a push device",
  description:
    "Change a device's name or its notifications. Absent fields stay as they are.",
  access: SESSION,
  input: closed({
    deviceId: DeviceId,
    name: Type.Optional(DeviceName),
    kinds: Type.Optional(DeviceKinds),
  }),
  output: closed({ device: PushDeviceSchema }),
  chains: (_input, { member }) => [member.accountId],
  async run({ deviceId, name, kinds }, call) {
    const before = await loadPushDevice(call, deviceId);
    const after = {
      ...before,
      ...(name !== undefined && { name: deviceName(name) }),
      ...(kinds && { kinds }),
    };
    call.write(pushStore(call.db).update(after));
    recordPushDevice(call, after, "changed");
    const kept = unseal(call, PUSH_SEAL, after.subscription);
    return { device: presentPushDevice(after, JSON.parse(kept)) };
  },
});
