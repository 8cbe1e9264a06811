import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/t.ts";
import { showOverlay } from "./overlay.ts";
import { SHORTCUTS } from "./shortcuts.ts";

/** The list of keyboard shortcuts. */
export function Help() {
  return (
    <Dialog
      title={t`Keyboard shortcuts`}
      isOpen
      onClose={() => showOverlay(undefined)}
    >
      {SHORTCUTS.map(({ name, keys }) => (
        <section key={name} className="mb-4">
          <h2 className="mb-1.5 font-semibold text-2xs text-quiet">{name}</h2>
          <dl className="grid grid-cols-[6rem_1fr] gap-y-1.5">
            {keys.map(([key, does]) => (
              <div key={key} className="contents">
                <dt>
                  <kbd className="key">{key}</kbd>
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <p className="hint">{t`Turn off single-key shortcuts in Settings, Appearance.`}</p>
    </Dialog>
  );
}
