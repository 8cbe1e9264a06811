import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { WebhookEventType } from "../../../../src/core/webhooks/event_types.ts";
import { WEBHOOK_EVENTS } from "../../../../src/core/webhooks/event_types.ts";
import { inbox } from "../api/client.ts";
import { faultIn } from "../api/problem.ts";
import { KEYS } from "../api/queries.ts";
import { useSave } from "../api/use_save.ts";
import { Copy } from "../ui/copy.tsx";
import { TextField } from "../ui/field.tsx";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { EVENT_WORDS } from "./event_words.ts";
import { WebhookItem } from "./webhook_item.tsx";

/** The URLs that get the person's events, whether that works, and how to add one. */
export function WebhooksPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.webhooks,
    queryFn: () => inbox.listWebhooks(),
  });
  const [secret, setSecret] = useState<string>();
  if (!data) return <Waiting error={error} />;
  return (
    <>
      <p className="mb-4 max-w-prose">{t`A webhook notifies your program as things happen. It names the event but includes no content; your program reads that with its own access.`}</p>
      {secret && (
        <section className="card mb-6 p-4" aria-label={t`Secret`}>
          <p className="mb-2">{t`Every event is signed with this secret. You'll only see it once.`}</p>
          <Copy label={t`Secret`} act={t`Copy secret`} text={secret} />
          <button
            type="button"
            className="btn"
            onClick={() => setSecret(undefined)}
          >{t`I've saved it`}</button>
        </section>
      )}
      <ul className="mb-6 space-y-3" aria-label={t`Webhooks`}>
        {data.webhooks.map((it) => (
          <li key={it.webhookId}>
            <WebhookItem webhook={it} onSecret={setSecret} />
          </li>
        ))}
      </ul>
      <WebhookForm onSecret={setSecret} />
    </>
  );
}

function WebhookForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const [url, setUrl] = useState("");
  const [chosen, setChosen] = useState<WebhookEventType[]>([]);
  const add = useSave(
    async () => {
      const { secret } = await inbox.addWebhook({
        url,
        ...(chosen.length > 0 && { events: chosen }),
      });
      onSecret(secret);
      setUrl("");
      setChosen([]);
    },
    { reads: [KEYS.webhooks], says: t`Webhook added`, showsError: true },
  );
  const toggle = (type: WebhookEventType) =>
    setChosen(
      chosen.includes(type)
        ? chosen.filter((it) => it !== type)
        : [...chosen, type],
    );
  return (
    <form
      className="card p-4"
      onSubmit={(event) => {
        event.preventDefault();
        add.mutate(undefined);
      }}
    >
      <TextField
        label={t`Send my events to`}
        hint={t`An https address of your program.`}
        type="url"
        value={url}
        error={faultIn(add.error)}
        onText={(text) => {
          setUrl(text);
          add.reset();
        }}
        required
      />
      <fieldset className="mb-4">
        <legend className="mb-1 font-semibold">{t`Events`}</legend>
        <p className="hint mb-2">{t`All events, if you choose none.`}</p>
        <div className="grid gap-x-4 sm:grid-cols-2">
          {WEBHOOK_EVENTS.map((type) => (
            <label key={type} className="flex items-center gap-2.5 py-1">
              <input
                type="checkbox"
                className="size-5 accent-accent"
                checked={chosen.includes(type)}
                onChange={() => toggle(type)}
              />
              <span>
                {EVENT_WORDS[type]}{" "}
                <code className="hint block text-xs">{type}</code>
              </span>
            </label>
          ))}
        </div>
      </fieldset>
      <button
        type="submit"
        className="btn btn-main"
        disabled={add.isPending}
      >{t`Add webhook`}</button>
    </form>
  );
}
