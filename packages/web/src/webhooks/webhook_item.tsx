import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Webhook, WebhookDelivery } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { Time } from "../ui/time.tsx";
import { eventWords, WEBHOOK_STATES } from "./event_words.ts";

const WHY = {
  failing: t`Paused: deliveries failed for three days`,
  gone: t`Paused: it asked us to stop`,
  access_ended: t`Paused: the access that created it has ended`,
} as const;

/** One webhook with its acts and its log. */
export function WebhookItem({
  webhook: { webhookId, url, events, status, reason, failingSince },
  onSecret,
}: {
  webhook: Webhook;
  onSecret: (secret: string) => void;
}) {
  const [isOpen, setOpen] = useState(false);
  const end = useSave(() => inbox.deleteWebhook({ webhookId }), {
    reads: [KEYS.webhooks],
    says: t`Webhook deleted`,
  });
  const act = useSave((does: () => Promise<unknown>) => does(), {
    reads: [KEYS.webhooks, KEYS.webhookLog(webhookId)],
  });
  const isActive = status === "active";
  const standing = isActive ? t`Active` : reason ? WHY[reason] : t`Paused`;
  const renew = async () => {
    const { secret } = await inbox.rotateWebhook({ webhookId });
    onSecret(secret);
  };
  const button = (label: string, does: () => Promise<unknown>) => (
    <button
      type="button"
      className="btn"
      disabled={act.isPending}
      onClick={() => act.mutate(does)}
    >
      {label}
    </button>
  );
  return (
    <article className="card p-4" aria-label={url}>
      <p className="font-semibold [overflow-wrap:anywhere]">{url}</p>
      <p className="hint mb-2">
        {standing} · {events?.map(eventWords).join(", ") ?? t`all events`}
        {isActive && failingSince !== null && (
          <> · {rich`failing since ${<Time at={failingSince} />}`}</>
        )}
      </p>
      <div className="mb-2 flex flex-wrap gap-2">
        {button(t`Send a test`, () => inbox.testWebhook({ webhookId }))}
        {button(isActive ? t`Pause` : t`Resume`, () =>
          inbox.updateWebhook({ webhookId, active: !isActive }),
        )}
        {button(t`New secret`, renew)}
        <button
          type="button"
          className="btn btn-bad"
          disabled={end.isPending}
          onClick={() => end.mutate(undefined)}
        >{t`Delete`}</button>
      </div>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>{t`Deliveries`}</summary>
        {isOpen && <Log webhookId={webhookId} />}
      </details>
    </article>
  );
}

function Log({ webhookId }: { webhookId: string }) {
  const key = KEYS.webhookLog(webhookId);
  const { data, error } = useQuery({
    queryKey: key,
    queryFn: () => inbox.listWebhookDeliveries({ webhookId }),
  });
  const again = useSave(
    (deliveryId: string) => inbox.replayWebhook({ webhookId, deliveryId }),
    { reads: [key], says: t`Sending again` },
  );
  if (!data) return <Waiting error={error} />;
  if (data.deliveries.length === 0)
    return <p className="hint">{t`Nothing yet.`}</p>;
  return (
    <ul className="mt-2 space-y-2">
      {data.deliveries.map(({ deliveryId, type, status, ...it }) => (
        <li key={deliveryId} className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 flex-1">
            {eventWords(type)} · {WEBHOOK_STATES[status]}{" "}
            <span className="hint">
              <code>{type}</code> {answerOf(it.attempts)}{" "}
              <Time at={it.createdAt} />
            </span>
          </span>
          {it.nextAttemptAt === null && (
            <button
              type="button"
              className="btn"
              onClick={() => again.mutate(deliveryId)}
            >{t`Send again`}</button>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The answer to the newest attempt. */
function answerOf(attempts: WebhookDelivery["attempts"]): string {
  const last = attempts.at(-1);
  return last ? t`answered ${last.status ?? last.error ?? ""} ·` : "";
}
