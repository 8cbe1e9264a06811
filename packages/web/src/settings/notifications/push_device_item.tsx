import { useState } from "react";
import { inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import type { PushDevice } from "../../api/types.ts";
import { useSave } from "../../api/use_save.ts";
import { forgetPushHere } from "../../shell/push_here.ts";
import { TextField } from "../../ui/field.tsx";
import { rich } from "../../ui/rich.ts";
import { t } from "../../ui/t.ts";
import { Time } from "../../ui/time.tsx";

const KINDS = [
  ["asks", t`Something needs my decision`],
  ["replies", t`Something new to read`],
  ["money", t`A payment of mine changes or expires soon`],
] as const;

type Kind = (typeof KINDS)[number][0];

/** One device: its name, its notifications, and how to remove it. */
export function PushDeviceItem({
  device: { deviceId, name, kinds, service, reachedAt },
  isHere,
}: {
  device: PushDevice;
  isHere: boolean;
}) {
  const reads = [KEYS.pushDevices];
  const save = useSave(
    (change: { name?: string; kinds?: Kind[] }) =>
      inbox.updatePushDevice({ deviceId, ...change }),
    { reads, says: t`Saved` },
  );
  const shown = (save.isPending && save.variables.kinds) || kinds;
  const toggle = (kind: Kind, isOn: boolean) => {
    const others = shown.filter((it) => it !== kind);
    save.mutate({ kinds: isOn ? [...others, kind] : others });
  };
  return (
    <li className="card p-4" aria-label={name}>
      <p className="font-semibold [overflow-wrap:anywhere]">
        {name}
        {isHere && <span className="text-good"> · {t`this one`}</span>}
      </p>
      <p className="hint mb-2">
        {reachedAt === null
          ? t`By ${service}`
          : rich`By ${service} · last notified ${<Time at={reachedAt} />}`}
      </p>
      {KINDS.map(([kind, label]) => (
        <label key={kind} className="flex items-start gap-2.5 py-1">
          <input
            type="checkbox"
            className="mt-0.5 size-5 accent-accent"
            checked={shown.includes(kind)}
            onChange={(event) => toggle(kind, event.target.checked)}
          />
          <span>{label}</span>
        </label>
      ))}
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <Rename name={name} onName={(it) => save.mutate({ name: it })} />
        <Remove deviceId={deviceId} name={name} isHere={isHere} />
      </div>
    </li>
  );
}

function Rename({
  name,
  onName,
}: {
  name: string;
  onName: (name: string) => void;
}) {
  const [draft, setDraft] = useState<string>();
  if (draft === undefined) {
    return (
      <button
        type="button"
        className="btn"
        aria-label={t`Rename ${name}`}
        onClick={() => setDraft(name)}
      >{t`Rename`}</button>
    );
  }
  return (
    <form
      className="w-full"
      onSubmit={(event) => {
        event.preventDefault();
        onName(draft);
        setDraft(undefined);
      }}
    >
      <TextField
        label={t`Device name`}
        value={draft}
        onText={setDraft}
        maxLength={60}
        required
      />
      <button type="submit" className="btn">{t`Save name`}</button>
    </form>
  );
}

function Remove({
  deviceId,
  name,
  isHere,
}: {
  deviceId: string;
  name: string;
  isHere: boolean;
}) {
  const remove = useSave(
    async () => {
      if (isHere) await forgetPushHere();
      await inbox.deletePushDevice({ deviceId });
    },
    { reads: [KEYS.pushDevices], says: t`Device removed` },
  );
  return (
    <button
      type="button"
      className="btn btn-bad"
      aria-label={t`Remove ${name}`}
      disabled={remove.isPending}
      onClick={() => remove.mutate(undefined)}
    >{t`Remove`}</button>
  );
}
