import { inbox } from "../api/client.ts";
import { t } from "../ui/t.ts";

const WORKER = "/push_worker.js";
/** This browser's device in the service's list; signing out removes it. */
const CHOSEN = "kept:push-device";

/** The state of Web Push in this browser; `blocked` is set in the browser. */
export type PushHere = "on" | "off" | "blocked" | "unable";

/** The device that this browser was added as, if it was. */
export function pushDeviceHere(): string | undefined {
  return localStorage.getItem(CHOSEN) ?? undefined;
}

/** True if pushes already notify of what the page would. */
export function isPushedHere(): boolean {
  return pushDeviceHere() !== undefined;
}

/** The state of push on this device, by the devices that the service has. */
export function pushHere(
  devices: readonly { readonly deviceId: string }[],
): PushHere {
  const isAble =
    "serviceWorker" in navigator &&
    "PushManager" in globalThis &&
    "Notification" in globalThis;
  if (!isAble) return "unable";
  if (Notification.permission === "denied") return "blocked";
  const here = pushDeviceHere();
  if (devices.some((it) => it.deviceId === here)) return "on";
  localStorage.removeItem(CHOSEN);
  return "off";
}

/**
 * Asks the browser, after a click, and registers it with the service. Returns why that
 * failed, in a sentence.
 */
export async function addPushHere(key: string): Promise<string | undefined> {
  const permission = await Notification.requestPermission();
  if (permission !== "granted") {
    return t`Your browser blocks notifications from this site.`;
  }
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription = await pushManager
    .subscribe({ userVisibleOnly: true, applicationServerKey: key })
    .catch(() => undefined);
  if (!subscription)
    return t`Your browser can't reach its push service right now.`;
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { sessions } = await inbox.listSessions();
  const { device } = await inbox.addPushDevice({
    endpoint,
    p256dh: keys.p256dh ?? "",
    auth: keys.auth ?? "",
    name: sessions.find(({ current }) => current)?.device ?? t`This browser`,
  });
  localStorage.setItem(CHOSEN, device.deviceId);
  return undefined;
}

/** Ends the subscription of this browser: its push service then refuses pushes. */
export async function forgetPushHere(): Promise<void> {
  localStorage.removeItem(CHOSEN);
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
}
