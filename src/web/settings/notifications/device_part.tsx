import { useState } from "react";
import {
  chooseDeviceNotices,
  deviceNotices,
} from "../../shell/device_notices.ts";

const SAYS = {
  on: "On. It says how much is new, never what.",
  off: "While the inbox is open in a tab behind others, this browser can say within a minute that something came. It asks you once whether it may.",
  blocked:
    "Your browser does not let this site notify you. Its own settings, beside the address, can allow it.",
  unable: "This browser cannot notify.",
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
      <legend className="mb-1 font-semibold">On this device</legend>
      <p className="hint mb-2" role="status">
        {SAYS[state]}
      </p>
      {(isOn || state === "off") && (
        <button type="button" className="btn" onClick={change}>
          {isOn ? "Turn off on this device" : "Notify me on this device"}
        </button>
      )}
    </fieldset>
  );
}
