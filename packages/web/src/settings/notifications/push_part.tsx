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
  on: t`This browser is notified even while the inbox is closed. Notifications show the sender, title and price, never the message.`,
  off: t`Get notified on this device even while the inbox is closed. Notifications show the sender, title and price, never the message. Anyone who sees the screen can read them. Your browser will ask for permission.`,
  blocked: t`Your browser blocks notifications from this site. Allow them in the site settings next to the address bar.`,
  unable: t`This browser can't be notified while the inbox is closed. On an iPhone or iPad, add the inbox to the Home Screen and open it from there.`,
} as const;

/** The devices notified by Web Push. */
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
          ? { text: t`Notifications turned on for this device` }
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
      >{t`While the inbox is closed`}</h2>
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
        <ul
          className="mt-3 space-y-3"
          aria-label={t`Devices with notifications`}
        >
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
