import { LIMITS } from "../../core/base/limits.ts";
import type { Check } from "./check.ts";
import { note, ok } from "./check.ts";

/** Whether events reach the webhooks of accounts; nothing is sent to see it. */
export const WEBHOOKS: Check = {
  name: "Webhooks",
  async look({ service: { webhooks } }) {
    const [first] = webhooks;
    if (!first) return ok("none takes nothing, and none was paused for it");
    const shown = webhooks.map(({ webhookId, host, paused, failingSince }) =>
      paused
        ? `${webhookId} at ${host} is paused`
        : `${webhookId} at ${host} takes nothing since ${failingSince}`,
    );
    const more = webhooks.length === LIMITS.doctorWebhooksMax ? ", …" : "";
    const { webhookId, accountId, paused } = first;
    const of = `${webhookId} --account ${accountId}`;
    return note(
      shown.join(", ") + more,
      `svc webhook log ${of} says what it answers; ${paused ? `svc webhook resume ${of} sends again` : `svc webhook test ${of} tries it`}`,
    );
  },
};
