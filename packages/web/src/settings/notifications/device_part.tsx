import { useState } from "react";
import {
  chooseDeviceNotices,
  deviceNotices,
} from "../../shell/device_notices.ts";
import { t } from "../../ui/t.ts";

const SAYS = {
  on: t`On. Shows how many are new, never the content.`,
  off: t`While the inbox is open in a background tab, this browser can notify you of anything new within a minute. It asks for permission once.`,
  blocked: t`Your browser blocks notifications from this site. Allow them in the site settings next to the address bar.`,
  unable: t`This browser doesn't support notifications.`,
} as const;

/** Whether this browser notifies while the inbox is open. */
export function DevicePart() {
  const [state, setState] = useState(deviceNotices);
  const isOn = state === "on";
  const change = async () => {
    await chooseDeviceNotices(!isOn);
    setState(deviceNotices());
  };
  return (
    <fieldset className="mb-6">
      <legend className="mb-1 font-semibold">{t`On this device`}</legend>
      <p className="hint mb-2" role="status">
        {SAYS[state]}
      </p>
      {(isOn || state === "off") && (
        <button type="button" className="btn" onClick={change}>
          {isOn ? t`Turn off on this device` : t`Notify me on this device`}
        </button>
      )}
    </fieldset>
  );
}
