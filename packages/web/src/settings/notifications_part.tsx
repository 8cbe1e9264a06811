import { useQuery, useQueryClient } from "@tanstack/react-query";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Notifications } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { DevicePart } from "./notifications/device_part.tsx";
import { PushPart } from "./notifications/push_part.tsx";
import { QuietPart } from "./notifications/quiet_part.tsx";
import { ZonePart } from "./notifications/zone_part.tsx";

type Name = keyof Omit<
  Notifications,
  "mailStopped" | "timeZone" | "language" | "quietHours"
>;
type Change = Partial<Omit<Notifications, "mailStopped">>;

const STOPPED = {
  unsubscribed: t`You stopped all mail to this mailbox`,
  reported: t`You reported mail to this mailbox and stopped it`,
  bounced: t`Mail to this mailbox came back`,
  complained: t`Your mail program reported our mail as unwanted`,
} as const;

const MAILS: readonly (readonly [Name, string, string])[] = [
  [
    "needsYou",
    t`Something waits for my decision`,
    t`A request to accept, or what a program of yours may not do alone.`,
  ],
  [
    "holdEnding",
    t`A held price is about to end`,
    t`A day before the money goes back to the sender.`,
  ],
  [
    "domainLost",
    t`A domain of mine lost its record`,
    t`Before it stops being an address that you can write from.`,
  ],
];

/** The mails that the person gets, and the text of their invites. */
export function NotificationsPart() {
  const client = useQueryClient();
  const { data, error } = useQuery({
    queryKey: KEYS.notifications,
    queryFn: () => inbox.getNotifications(),
  });
  const save = useSave(
    async (change: Change) => {
      const now = await inbox.updateNotifications(change);
      client.setQueryData(KEYS.notifications, now);
    },
    { reads: [KEYS.notifications], says: t`Saved` },
  );
  if (!data) return <Waiting error={error} />;
  const box = (name: Name, label: string, hint: string) => (
    <label key={name} className="flex items-start gap-2.5 py-1.5">
      <input
        type="checkbox"
        className="mt-0.5 size-5 accent-accent"
        checked={
          save.isPending ? (save.variables[name] ?? data[name]) : data[name]
        }
        onChange={(event) => save.mutate({ [name]: event.target.checked })}
      />
      <span>
        <span className="font-medium">{label}</span>
        <span className="hint block">{hint}</span>
      </span>
    </label>
  );
  return (
    <>
      <fieldset className="mb-6">
        <legend className="mb-1 font-semibold">{t`Mail me when`}</legend>
        <p className="hint mb-2">{t`To the mailbox that you sign in with. A mail says who asks, the title and the price, never what was written.`}</p>
        {data.mailStopped && (
          <p className="hint mb-2">
            {t`${STOPPED[data.mailStopped.reason]}, so nothing is mailed. To hear of these again, turn one of them off and on.`}
          </p>
        )}
        {MAILS.map((it) => box(...it))}
      </fieldset>
      <DevicePart />
      <PushPart />
      <QuietPart
        hours={data.quietHours}
        timeZone={data.timeZone}
        onChange={(quietHours) => save.mutate({ quietHours })}
      />
      <fieldset className="mb-6">
        <legend className="mb-1 font-semibold">{t`Answer by mail`}</legend>
        {box(
          "replyByMail",
          t`Take my reply to such a mail as my message`,
          t`Where this service reads mail. A reply from your mailbox is sent as you; it never accepts or pays. Off ends the addresses of all mails you have.`,
        )}
      </fieldset>
      <ZonePart
        timeZone={data.timeZone}
        onChange={(timeZone) => save.mutate({ timeZone })}
      />
      <fieldset>
        <legend className="mb-1 font-semibold">{t`Invites to ordinary email addresses`}</legend>
        {box(
          "titleInInvites",
          t`Say the title of my request`,
          t`Otherwise an invite says only who wrote. It never holds the message.`,
        )}
      </fieldset>
    </>
  );
}
