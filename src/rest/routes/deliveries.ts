import { addPushDevice } from "../../core/operations/add_push_device.ts";
import { addWebhook } from "../../core/operations/add_webhook.ts";
import { deletePushDevice } from "../../core/operations/delete_push_device.ts";
import { deleteWebhook } from "../../core/operations/delete_webhook.ts";
import { listPushDevices } from "../../core/operations/list_push_devices.ts";
import { listWebhookDeliveries } from "../../core/operations/list_webhook_deliveries.ts";
import { listWebhooks } from "../../core/operations/list_webhooks.ts";
import { replayWebhook } from "../../core/operations/replay_webhook.ts";
import { rotateWebhook } from "../../core/operations/rotate_webhook.ts";
import { testWebhook } from "../../core/operations/test_webhook.ts";
import { updatePushDevice } from "../../core/operations/update_push_device.ts";
import { updateWebhook } from "../../core/operations/update_webhook.ts";
import { nextLink } from "../next_link.ts";
import type { Route } from "../route.ts";
import { route } from "../route.ts";

const WEBHOOKS = "/v1/webhooks";
const WEBHOOK = `${WEBHOOKS}/:webhookId`;
const DEVICES = "/v1/push-devices";
const DEVICE = `${DEVICES}/:deviceId`;

/** Webhooks, and the devices of a person. */
export const DELIVERY_ROUTES: readonly Route[] = [
  route("GET", WEBHOOKS, listWebhooks),
  route("POST", WEBHOOKS, addWebhook, { statuses: [201] }),
  route("PATCH", WEBHOOK, updateWebhook),
  route("DELETE", WEBHOOK, deleteWebhook),
  route("POST", `${WEBHOOK}/rotate`, rotateWebhook),
  route("POST", `${WEBHOOK}/test`, testWebhook, { statuses: [202] }),
  route("GET", `${WEBHOOK}/deliveries`, listWebhookDeliveries, {
    headers: nextLink,
  }),
  route("POST", `${WEBHOOK}/replay`, replayWebhook, { statuses: [202] }),
  route("GET", DEVICES, listPushDevices),
  route("POST", DEVICES, addPushDevice, { statuses: [201] }),
  route("PATCH", DEVICE, updatePushDevice),
  route("DELETE", DEVICE, deletePushDevice),
];
