import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { KEYS, useCounts } from "../api/queries.ts";
import { t } from "../ui/t.ts";
import { isPushedHere } from "./push_here.ts";

/** A hidden page has no stream, and its timers are slow anyway. */
const LOOK_MS = 60_000;
const CHOSEN = "device-notices";
/** A newer notice replaces the earlier one. */
const TAG = "inbox";

/** The state of notices on this device; `blocked` is set in the browser. */
export type DeviceNotices = "on" | "off" | "blocked" | "unable";

/** The state of notices on this device. */
export function deviceNotices(): DeviceNotices {
  if (!("Notification" in globalThis)) return "unable";
  if (Notification.permission === "denied") return "blocked";
  const isChosen = localStorage.getItem(CHOSEN) === "on";
  return isChosen && Notification.permission === "granted" ? "on" : "off";
}

/** Turns them on or off; the browser asks the person once, after the click. */
export async function chooseDeviceNotices(isOn: boolean): Promise<void> {
  localStorage.setItem(CHOSEN, isOn ? "on" : "off");
  if (isOn) await Notification.requestPermission();
}

/**
 * Notifies on this device, while the inbox is open behind other windows, that something came
 * or waits for a decision. It tells how much but not what: anybody may see the screen.
 */
export function useDeviceNotices(): void {
  const client = useQueryClient();
  useEffect(() => {
    const look = () => {
      if (!document.hidden || deviceNotices() !== "on") return;
      void client.invalidateQueries({ queryKey: KEYS.counts });
    };
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [client]);
  const { data } = useCounts();
  const unread = data?.inbox.unread;
  const waiting = data?.needs_you.total;
  const before = useRef<{ unread: number; waiting: number }>(undefined);
  useEffect(() => {
    if (unread === undefined || waiting === undefined) return;
    const was = before.current;
    before.current = { unread, waiting };
    showOnIcon(unread);
    if (!was || !document.hidden || deviceNotices() !== "on") return;
    // The push about it has already notified, with more details.
    if (isPushedHere()) return;
    if (waiting > was.waiting) tell(t`Something needs your decision`);
    else if (unread > was.unread) tell(t`${unread} unread in your inbox`);
  }, [unread, waiting]);
}

/** The number on the icon of an installed inbox. */
function showOnIcon(unread: number): void {
  if (!("setAppBadge" in navigator)) return;
  // Refused if the app is not installed, which is no fault.
  navigator.setAppBadge(unread).catch(() => {});
}

function tell(title: string): void {
  try {
    const notice = new Notification(title, { tag: TAG, icon: "/icon.svg" });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  } catch {
    // On some phones only a worker can show one.
  }
}
