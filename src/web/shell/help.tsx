import { Dialog } from "../ui/dialog.tsx";
import { showOverlay } from "./overlay.ts";
import { SHORTCUTS } from "./shortcuts.ts";

/** The keys that do something. */
export function Help() {
  const onClose = () => showOverlay(undefined);
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
        {SHORTCUTS.map(([key, does]) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="key">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <p className="hint mt-4">
        Single keys can be turned off in Settings, Appearance.
      </p>
    </Dialog>
  );
}
