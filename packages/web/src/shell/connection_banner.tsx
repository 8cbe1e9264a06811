import { useConnection, useLiveness } from "../api/connection.ts";
import { t } from "../ui/t.ts";

const WORDS = {
  online: "",
  reconnecting: t`Reconnecting… This page may be out of date. Drafts are saved on this device.`,
  offline: t`You're offline. This page may be out of date. Drafts are saved on this device.`,
} as const;
const ASKING = t`Live updates are paused. Changes may take a few seconds to appear.`;

/** Shows when the service cannot be reached, or the page may be outdated. */
export function ConnectionBanner() {
  const connection = useConnection();
  const liveness = useLiveness();
  const says = WORDS[connection] || (liveness === "lost" ? ASKING : "");
  return (
    <div role="status" aria-label={t`Connection`}>
      {says && (
        <p className="border-b border-warn bg-warn-back px-4 py-2 text-center text-sm text-warn">
          {says}
        </p>
      )}
    </div>
  );
}
