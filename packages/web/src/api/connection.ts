import { useSyncExternalStore } from "react";

/** Whether the service can be reached, as the person is told. */
export type Connection = "online" | "reconnecting" | "offline";

/** How changes arrive: by a stream, or by polling until it is back. */
export type Liveness = "resting" | "live" | "lost";

let state: Connection = navigator.onLine ? "online" : "offline";
let liveness: Liveness = "resting";
const listeners = new Set<() => void>();

function set(next: Connection): void {
  if (next === state) return;
  state = next;
  notify();
}

/** Sets how changes arrive now. */
export function setLiveness(next: Liveness): void {
  if (next === liveness) return;
  liveness = next;
  notify();
}

function notify(): void {
  for (const listener of listeners) listener();
}

/** Notes that a call succeeded. */
export function markReached(): void {
  set("online");
}

/** Notes that a call failed, or a stream broke. */
export function markUnreached(): void {
  set(navigator.onLine ? "reconnecting" : "offline");
}

addEventListener("offline", () => set("offline"));
addEventListener("online", () => set("reconnecting"));

/** The current connection state. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state);
}

/** How changes arrive now. */
export function useLiveness(): Liveness {
  return useSyncExternalStore(subscribe, () => liveness);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
