import { useState } from "react";
import {
  chooseDeviceNotices,
  deviceNotices,
} from "../../shell/device_notices.ts";
import { t } from "../../ui/t.ts";

const SAYS = {
  on: t`On. It says how much is new, never what.`,
  off: t`While the inbox is open in a tab behind others, this browser can say within a minute that something came. It asks you once whether it may.`,
  blocked: t`Your browser does not let this site notify you. Its own settings, beside the address, can allow it.`,
  unable: t`This browser cannot notify.`,
} as const;

/** Whether this browser tells of what comes while the inbox is open. */
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
