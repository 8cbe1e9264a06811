import type { Operation } from "../../access/operation.ts";
import { addPushDevice } from "../add_push_device.ts";
import { addWebhook } from "../add_webhook.ts";
import { allowMail } from "../allow_mail.ts";
import { beginDeliveries } from "../begin_deliveries.ts";
import { beginRemoteTake } from "../begin_remote_take.ts";
import { claimInvite } from "../claim_invite.ts";
import { composeDelivery } from "../compose_delivery.ts";
import { createTaskPush } from "../create_task_push.ts";
import { declineInvite } from "../decline_invite.ts";
import { deletePushDevice } from "../delete_push_device.ts";
import { deleteTaskPush } from "../delete_task_push.ts";
import { deleteWebhook } from "../delete_webhook.ts";
import { endRemoteTake } from "../end_remote_take.ts";
import { getMail } from "../get_mail.ts";
import { getTaskPush } from "../get_task_push.ts";
import { listMail } from "../list_mail.ts";
import { listPushDevices } from "../list_push_devices.ts";
import { listTaskPushes } from "../list_task_pushes.ts";
import { listWebhookDeliveries } from "../list_webhook_deliveries.ts";
import { listWebhooks } from "../list_webhooks.ts";
import { lookSoon } from "../look_soon.ts";
import { probeWebhooks } from "../probe_webhooks.ts";
import { recordBounce } from "../record_bounce.ts";
import { replayWebhook } from "../replay_webhook.ts";
import { rotateWebhook } from "../rotate_webhook.ts";
import { settleDelivery } from "../settle_delivery.ts";
import { stopInvites } from "../stop_invites.ts";
import { takeRemoteTerms } from "../take_remote_terms.ts";
import { tellRefusedAnswer } from "../tell_refused_answer.ts";
import { testWebhook } from "../test_webhook.ts";
import { updatePushDevice } from "../update_push_device.ts";
import { updateWebhook } from "../update_webhook.ts";

/** Mail, invites, devices and webhooks. */
export const DELIVERY_OPERATIONS: readonly Operation[] = [
  beginRemoteTake,
  takeRemoteTerms,
  endRemoteTake,
  lookSoon,
  beginDeliveries,
  composeDelivery,
  settleDelivery,
  recordBounce,
  tellRefusedAnswer,
  listMail,
  getMail,
  allowMail,
  declineInvite,
  stopInvites,
  claimInvite,
  listPushDevices,
  addPushDevice,
  updatePushDevice,
  deletePushDevice,
  addWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  replayWebhook,
  rotateWebhook,
  testWebhook,
  updateWebhook,
  probeWebhooks,
  createTaskPush,
  deleteTaskPush,
  getTaskPush,
  listTaskPushes,
];
