import { LIMITS } from "../../core/base/limits.ts";
import type { Check, Found, Patient } from "./check.ts";
import { note, ok } from "./check.ts";

/** Whether events reach the accounts' webhooks; sends nothing unless asked to. */
export const WEBHOOKS: Check = {
  name: "Webhooks",
  async look({ service: { webhooks }, probed }) {
    if (probed) return ofProbes(probed);
    const [first] = webhooks;
    if (!first) return ok("all accept their events, and none is paused");
    const shown = webhooks.map(({ webhookId, host, paused, failingSince }) =>
      paused
        ? `${webhookId} at ${host} is paused`
        : `${webhookId} at ${host} has failed since ${failingSince}`,
    );
    const more = webhooks.length === LIMITS.doctorWebhooksMax ? ", …" : "";
    const { webhookId, accountId, paused } = first;
    const of = `${webhookId} --account ${accountId}`;
    return note(
      shown.join(", ") + more,
      `svc webhook log ${of} shows its answers; ${paused ? `svc webhook resume ${of} resumes it` : `svc webhook test ${of} tests it`}`,
    );
  },
};

/** The finding from the webhooks' answers to a test event. */
function ofProbes(probed: NonNullable<Patient["probed"]>): Found {
  if (probed.length === 0) return ok("there's no active webhook to test");
  const failed = probed.filter(
    ({ status }) => status === null || status < 200 || status >= 300,
  );
  const sent = `${probed.length} active webhooks got a test event`;
  const [first] = failed;
  if (!first) return ok(`${sent}, and all accepted it`);
  const shown = failed.map(
    ({ webhookId, host, status, error }) =>
      `${webhookId} at ${host} answered ${status ?? `nothing (${error})`}`,
  );
  const { webhookId, accountId } = first;
  return note(
    `${sent}: ${shown.join(", ")}`,
    `tell their owners; svc webhook log ${webhookId} --account ${accountId} shows earlier answers. If none can be reached, check this machine's outgoing network`,
  );
}
