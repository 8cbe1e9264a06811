import { useState } from "react";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { Dialog } from "../ui/dialog.tsx";
import { Menu } from "../ui/menu.tsx";
import { morning, nextMonday } from "../ui/moments.ts";
import { t } from "../ui/t.ts";
import { whenText } from "../ui/time.tsx";
import { TimeForm } from "../ui/times/time_form.tsx";

/** Offers times for sending, and a custom one. */
export function LaterButton({
  isOff,
  onChosen,
}: {
  isOff: boolean;
  onChosen: (sendAt: string) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  if (isOff) {
    return (
      <button type="button" className="btn" aria-disabled>{t`Later`}</button>
    );
  }
  const offered = [morning(1), nextMonday()];
  return (
    <>
      <Menu
        look="btn"
        isUp
        choices={[
          ...offered.map((it) => ({
            label: whenText(it),
            icon: "clock" as const,
            does: () => onChosen(it),
          })),
          { label: t`Another time…`, does: () => setAsking(true) },
        ]}
      >{t`Later`}</Menu>
      <Dialog
        title={t`Send later`}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <TimeForm
          act={t`Schedule`}
          daysMax={LIMITS.sendLaterDaysMax}
          onTime={(at) => {
            setAsking(false);
            onChosen(at);
          }}
          onLeave={() => setAsking(false)}
        />
      </Dialog>
    </>
  );
}
