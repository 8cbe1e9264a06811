import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { CONFLICT, NO_SUCH, NOT_FOUND } from "./error_row.ts";

/** Errors of exports, imports, webhooks and devices of an account. */
export const DATA_ERRORS = {
  export_not_found: {
    ...NO_SUCH,
    title: phrase`No such export`,
    fix: phrase`Use an exportId from your list of exports, or start a new export.`,
  },
  too_many_exports: {
    status: 429,
    rpc: -32603,
    title: phrase`Too many exports`,
    fix: phrase`Download an existing export, or wait for an older one to expire.`,
  },
  imported_read_only: {
    ...CONFLICT,
    title: phrase`Imported conversations are read-only`,
    fix: phrase`Start a new conversation instead; imported ones can't be changed.`,
  },
  webhook_not_found: {
    ...NO_SUCH,
    title: phrase`No such webhook`,
    fix: phrase`Use a webhookId from your list of webhooks, and a deliveryId from its log.`,
  },
  task_push_not_found: {
    status: 404,
    ...NOT_FOUND,
    title: phrase`No such push configuration`,
    fix: phrase`Use an id from ListTaskPushNotificationConfigs.`,
  },
  push_device_not_found: {
    ...NO_SUCH,
    title: phrase`No such device`,
    fix: phrase`Use a deviceId from your list of push devices.`,
  },
} as const satisfies Record<string, ErrorRow>;
