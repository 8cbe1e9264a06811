import { useQuery, useQueryClient } from "@tanstack/react-query";
import { inbox } from "../api/client.ts";
import { KEYS } from "../api/queries.ts";
import type { Notifications } from "../api/types.ts";
import { useSave } from "../api/use_save.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { CalendarPart } from "./notifications/calendar_part.tsx";
import { DevicePart } from "./notifications/device_part.tsx";
import { PushPart } from "./notifications/push_part.tsx";
import { QuietPart } from "./notifications/quiet_part.tsx";
import { TeamsPart } from "./notifications/teams_part.tsx";
import { ZonePart } from "./notifications/zone_part.tsx";

type Name = keyof Omit<
  Notifications,
  "mailStopped" | "timeZone" | "language" | "quietHours" | "mutedTeams"
>;
type Change = Partial<Omit<Notifications, "mailStopped">>;

const STOPPED = {
  unsubscribed: t`You unsubscribed this mailbox from all email`,
  reported: t`You reported our email and unsubscribed this mailbox`,
  bounced: t`Email to this mailbox bounced`,
  complained: t`Your mail provider reported our email as unwanted`,
} as const;

const MAILS: readonly (readonly [Name, string, string])[] = [
  [
    "needsYou",
    t`Something needs my decision`,
    t`A request to accept, or something your program can't do alone.`,
  ],
  [
    "holdEnding",
    t`A held price is about to expire`,
    t`A day before the money returns to the sender.`,
  ],
  [
    "domainLost",
    t`One of my domains lost its DNS record`,
    t`Before you can no longer write from it.`,
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
        <legend className="mb-1 font-semibold">{t`Email me when`}</legend>
        <p className="hint mb-2">{t`Sent to your sign-in email. Each email shows the sender, title and price, never the message.`}</p>
        {data.mailStopped && (
          <p className="hint mb-2">
            {t`${STOPPED[data.mailStopped.reason]}, so we don't send any. To get emails again, turn one of these off and on.`}
          </p>
        )}
        {MAILS.map((it) => box(...it))}
      </fieldset>
      <TeamsPart
        muted={data.mutedTeams}
        onChange={(mutedTeams) => save.mutate({ mutedTeams })}
      />
      <DevicePart />
      <PushPart />
      <QuietPart
        hours={data.quietHours}
        timeZone={data.timeZone}
        onChange={(quietHours) => save.mutate({ quietHours })}
      />
      <fieldset className="mb-6">
        <legend className="mb-1 font-semibold">{t`Reply by email`}</legend>
        {box(
          "replyByMail",
          t`Let me answer by replying to these emails`,
          t`Works if this service receives email. Replies from your mailbox are sent as you and never accept or pay. Turning this off also stops replies to emails you already have.`,
        )}
      </fieldset>
      <ZonePart
        timeZone={data.timeZone}
        onChange={(timeZone) => save.mutate({ timeZone })}
      />
      <CalendarPart />
      <fieldset>
        <legend className="mb-1 font-semibold">{t`Email invitations`}</legend>
        {box(
          "titleInInvites",
          t`Include the title of my request`,
          t`Otherwise an invitation only says who wrote. It never includes the message.`,
        )}
      </fieldset>
    </>
  );
}
