import type { Operation } from "../access/operation.ts";
import { addPushDevice } from "./add_push_device.ts";
import { deletePushDevice } from "./delete_push_device.ts";
import { listPushDevices } from "./list_push_devices.ts";
import { updatePushDevice } from "./update_push_device.ts";

/** The devices of a person, and what they are told by Web Push. */
export const PUSH_OPERATIONS: readonly Operation[] = [
  listPushDevices,
  addPushDevice,
  updatePushDevice,
  deletePushDevice,
];
