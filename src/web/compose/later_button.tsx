import { useState } from "react";
import { LIMITS } from "../../core/base/limits.ts";
import { Dialog, DialogAnswers } from "../ui/dialog.tsx";
import { TextField } from "../ui/field.tsx";
import { Menu } from "../ui/menu.tsx";
import { inDays, whenText } from "../ui/time.tsx";

const MORNING = 8;
const MONDAY = 1;

/** Offers times to send at, and a time of one's own. */
export function LaterButton({
  isOff,
  onChosen,
}: {
  isOff: boolean;
  onChosen: (sendAt: string) => void;
}) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const at = new Date(typed);
  const isTime = !Number.isNaN(at.getTime()) && at.getTime() > Date.now();
  if (isOff) {
    return (
      <button type="button" className="btn" aria-disabled>
        Later
      </button>
    );
  }
  const offered = [morning(1), nextMonday()];
  return (
    <>
      <Menu
        look="btn"
        choices={[
          ...offered.map((it) => ({
            label: whenText(it),
            icon: "clock" as const,
            does: () => onChosen(it),
          })),
          { label: "Another time…", does: () => setAsking(true) },
        ]}
      >
        Later
      </Menu>
      <Dialog
        title="Send it later"
        isOpen={isAsking}
        onClose={() => setAsking(false)}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            // React hands what bubbles to the form around this dialog, too.
            event.stopPropagation();
            if (!isTime) return;
            setAsking(false);
            onChosen(at.toISOString());
          }}
        >
          <TextField
            label="When"
            type="datetime-local"
            hint="By the clock of this device."
            min={localTime(new Date().toISOString())}
            max={localTime(inDays(LIMITS.sendLaterDaysMax))}
            error={
              typed !== "" && !isTime ? "Choose a time to come." : undefined
            }
            value={typed}
            onText={setTyped}
          />
          <DialogAnswers
            leave="Cancel"
            act="Send then"
            isBusy={!isTime}
            onLeave={() => setAsking(false)}
          />
        </form>
      </Dialog>
    </>
  );
}

/** The morning so many days from now. */
function morning(days: number): string {
  const at = new Date();
  at.setDate(at.getDate() + days);
  at.setHours(MORNING, 0, 0, 0);
  return at.toISOString();
}

/** The morning of the Monday after tomorrow at the earliest. */
function nextMonday(): string {
  let days = 2;
  while ((new Date().getDay() + days) % 7 !== MONDAY) days += 1;
  return morning(days);
}

/** A moment as a field of the browser takes it. */
function localTime(at: string): string {
  const date = new Date(at);
  const shifted = date.getTime() - date.getTimezoneOffset() * 60_000;
  return new Date(shifted).toISOString().slice(0, 16);
}
