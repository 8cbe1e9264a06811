import { useQuery } from "@tanstack/react-query";
import { inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import { Copy } from "../../ui/copy.tsx";
import { Waiting } from "../../ui/notice.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";

/** The secret address by which a calendar shows the person's deadlines. */
export function CalendarPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.calendarFeed,
    queryFn: () => inbox.getCalendarFeed(),
  });
  const reads = [KEYS.calendarFeed];
  const make = useSave(() => inbox.makeCalendarFeed(), { reads });
  const end = useSave(() => inbox.endCalendarFeed().then(() => make.reset()), {
    reads,
    says: t`Calendar address turned off`,
  });
  if (!data) return <Waiting error={error} />;
  const { madeAt } = data;
  const isBusy = make.isPending || end.isPending;
  return (
    <section className="mb-6" aria-labelledby="calendar-feed">
      <h2 id="calendar-feed" className="mb-1 font-semibold">{t`Calendar`}</h2>
      <p className="hint mb-2">
        {t`Subscribe to your deadlines in any calendar: what you owe, and what others owe you. It updates about once an hour.`}
      </p>
      {make.data && <Address url={make.data.url} />}
      {madeAt && !make.data && (
        <p className="mb-2">
          {rich`Your address was created ${<Time at={madeAt} />}. It was shown only then.`}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button
          type="button"
          className="btn"
          disabled={isBusy}
          onClick={() => make.mutate(undefined)}
        >
          {madeAt ? t`Create a new address` : t`Create a calendar address`}
        </button>
        {madeAt && (
          <button
            type="button"
            className="btn btn-quiet"
            disabled={isBusy}
            onClick={() => end.mutate(undefined)}
          >
            {t`Turn it off`}
          </button>
        )}
      </div>
      {madeAt && (
        <p className="hint mt-1.5">
          {t`A new address replaces this one: calendars that use it stop updating.`}
        </p>
      )}
    </section>
  );
}

/** A new address: to copy, or for the calendar of this device. */
function Address({ url }: { url: string }) {
  return (
    <div role="status" className="mb-3">
      <p className="mb-2">
        {t`Copy it now: it's shown only once. Anyone who has it can read your deadlines and their titles.`}
      </p>
      <Copy text={url} label={t`Calendar address`} act={t`Copy address`} />
      <a className="btn" href={url.replace(/^https?:/, "webcal:")}>
        {t`Add to calendar`}
      </a>
      <p className="hint mt-1.5">
        {t`In Google Calendar and Outlook on the web: add a calendar from a URL, and paste the address.`}
      </p>
    </div>
  );
}
