import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import type { OwnChange, SaidChange } from "../api/bulk.ts";
import { useBulk } from "../api/bulk.ts";
import type { Conversation } from "../api/types.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Icon } from "../ui/icon.tsx";
import { laterToday, morning, nextMonday } from "../ui/moments.ts";
import { t } from "../ui/t.ts";
import { whenText } from "../ui/time.tsx";
import { TimeForm } from "../ui/times/time_form.tsx";
import type { SnoozeAsk } from "./asked.ts";
import { askSnooze } from "./asked.ts";

/** Asks until when to snooze conversations, and does so; it can be undone. */
export function SnoozeDialog({ items, onDone }: SnoozeAsk) {
  const [isTyping, setTyping] = useState(false);
  const change = useBulk();
  const close = () => askSnooze(undefined);
  const put = (says: SaidChange["says"], snoozeUntil: string | null) => {
    close();
    void change({
      says,
      changes: new Map(items.map(({ id }) => [id, { snoozeUntil }])),
      undo: new Map(items.map((it) => [it.id, asBefore(it)])),
    });
    if (snoozeUntil !== null) onDone?.();
  };
  const until = (at: string) => put((n) => snoozedWords(n, whenText(at)), at);
  const later = laterToday(new Date());
  const offered = [
    ...(later === undefined ? [] : [{ name: t`Later today`, at: later }]),
    { name: t`Tomorrow`, at: morning(1) },
    { name: t`Next week`, at: nextMonday() },
  ];
  return (
    <Dialog title={t`Snooze`} isOpen onClose={close}>
      <p className="hint mb-3">
        {t`Returns to the top then, or when someone writes. Only you see this.`}
      </p>
      {isTyping ? (
        <TimeForm
          act={t`Snooze`}
          daysMax={LIMITS.snoozeDaysMax}
          onTime={until}
          onLeave={() => setTyping(false)}
        />
      ) : (
        <ul aria-label={t`Until when`}>
          {offered.map(({ name, at }) => (
            <Offer
              key={name}
              name={name}
              more={whenText(at)}
              does={() => until(at)}
            />
          ))}
          <Offer
            name={t`Until something changes`}
            does={() => put(changingWords, "change")}
          />
          <Offer name={t`Another time…`} does={() => setTyping(true)} />
          {items.some(({ snoozedUntil }) => snoozedUntil !== null) && (
            <Offer name={t`Unsnooze`} does={() => put(backWords, null)} />
          )}
        </ul>
      )}
    </Dialog>
  );
}

function snoozedWords(count: number, when: string): string {
  return t.many(
    count,
  )`Snoozed until ${when}: # conversation|Snoozed until ${when}: # conversations`;
}

function changingWords(count: number): string {
  return t.many(
    count,
  )`Snoozed until something changes: # conversation|Snoozed until something changes: # conversations`;
}

function backWords(count: number): string {
  return t.many(count)`Unsnoozed # conversation|Unsnoozed # conversations`;
}

function Offer({
  name,
  more,
  does,
}: {
  name: string;
  more?: string;
  does: () => void;
}) {
  return (
    <li>
      <button
        type="button"
        className="flex min-h-9 w-full items-center gap-2.5 rounded-md px-2 text-left hover:bg-hover max-md:min-h-11"
        onClick={does}
      >
        <Icon name="clock" />
        {name}
        {more && <span className="ml-auto text-quiet text-sm">{more}</span>}
      </button>
    </li>
  );
}

/** The change that restores a conversation's earlier place. */
function asBefore({ archived, snoozedUntil }: Conversation): OwnChange {
  return archived ? { archived } : { snoozeUntil: snoozedUntil };
}
