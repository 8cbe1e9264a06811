import { useConnection } from "../api/connection.ts";

const WORDS = {
  online: "",
  reconnecting:
    "Reconnecting… What you see may be out of date; what you write is kept on this device.",
  offline:
    "You are offline. What you see may be out of date; what you write is kept on this device.",
} as const;

/** Says honestly when the service cannot be reached. */
export function ConnectionBanner() {
  const connection = useConnection();
  return (
    <div role="status" aria-label="Connection">
      {connection !== "online" && (
        <p className="border-b border-warn bg-warn-back px-4 py-2 text-center text-sm text-warn">
          {WORDS[connection]}
        </p>
      )}
    </div>
  );
}
