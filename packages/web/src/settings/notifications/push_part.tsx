import { useQuery } from "@tanstack/react-query";
import { inbox } from "../../api/client.ts";
import { KEYS } from "../../api/queries.ts";
import { useSave } from "../../api/use_save.ts";
import {
  addPushHere,
  pushDeviceHere,
  pushHere,
} from "../../shell/push_here.ts";
import { toast } from "../../shell/toasts.ts";
import { Waiting } from "../../ui/notice.tsx";
import { t } from "../../ui/t.ts";
import { PushDeviceItem } from "./push_device_item.tsx";

const SAYS = {
  on: t`This browser is told also while the inbox is closed: who, the title and the price, never what was written.`,
  off: t`A device that you add is told also while the inbox is closed: who, the title and the price, never what was written. Whoever sees its screen can read that. Your browser asks you whether it may.`,
  blocked: t`Your browser does not let this site notify you. Its own settings, beside the address, can allow it.`,
  unable: t`This browser cannot be told while the inbox is closed. On an iPhone or iPad, add the inbox to the Home Screen and open it there.`,
} as const;

/** The devices that are told by Web Push. */
export function PushPart() {
  const { data, error } = useQuery({
    queryKey: KEYS.pushDevices,
    queryFn: () => inbox.listPushDevices(),
  });
  const add = useSave(
    async (key: string) => {
      const problem = await addPushHere(key);
      toast(
        problem === undefined
          ? { text: t`This device is told from now on` }
          : { text: problem, isError: true },
      );
    },
    { reads: [KEYS.pushDevices] },
  );
  if (!data) return <Waiting error={error} />;
  const { key, devices } = data;
  const state = pushHere(devices);
  return (
    <section className="mb-6" aria-labelledby="push-devices">
      <h2
        id="push-devices"
        className="mb-1 font-semibold"
      >{t`With the inbox closed`}</h2>
      <p className="hint mb-2">{SAYS[state]}</p>
      {state === "off" && (
        <button
          type="button"
          className="btn"
          disabled={add.isPending}
          onClick={() => add.mutate(key)}
        >{t`Add this device`}</button>
      )}
      {devices.length > 0 && (
        <ul className="mt-3 space-y-3" aria-label={t`Devices that are told`}>
          {devices.map((it) => (
            <PushDeviceItem
              key={it.deviceId}
              device={it}
              isHere={it.deviceId === pushDeviceHere()}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
