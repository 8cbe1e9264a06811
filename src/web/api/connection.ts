import { useSyncExternalStore } from "react";

/** How the service can be reached, as the person is told. */
export type Connection = "online" | "reconnecting" | "offline";

let state: Connection = navigator.onLine ? "online" : "offline";
const listeners = new Set<() => void>();

function set(next: Connection): void {
  if (next === state) return;
  state = next;
  for (const listener of listeners) listener();
}

/** A call got through. */
export function noteReached(): void {
  set("online");
}

/** A call did not get through, or a stream broke. */
export function noteUnreached(): void {
  set(navigator.onLine ? "reconnecting" : "offline");
}

addEventListener("offline", () => set("offline"));
addEventListener("online", () => set("reconnecting"));

/** The connection, kept up to date. */
export function useConnection(): Connection {
  return useSyncExternalStore(subscribe, () => state);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
