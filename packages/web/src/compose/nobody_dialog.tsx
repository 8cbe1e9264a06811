import { Dialog } from "../ui/dialog.tsx";
import { t } from "../ui/t.ts";

/** Asks before sending to addresses of this service that do not exist. */
export function NobodyDialog({
  nobody,
  onClose,
  onSend,
}: {
  /** The addresses; empty if there is nothing to ask. */
  nobody: readonly string[];
  onClose: () => void;
  onSend: () => void;
}) {
  const [first, ...others] = nobody;
  return (
    <Dialog
      title={
        others.length === 0 ? t`Address not found` : t`Addresses not found`
      }
      isOpen={first !== undefined}
      onClose={onClose}
    >
      <ul className="mb-3 list-disc pl-5 font-medium">
        {nobody.map((address) => (
          <li key={address}>
            <bdi>{address}</bdi>
          </li>
        ))}
      </ul>
      <p className="mb-4">{t`Your message won't reach anyone there. Check the spelling.`}</p>
      <div className="flex flex-wrap justify-end gap-2">
        <button
          type="button"
          className="btn btn-main"
          onClick={onClose}
        >{t`Fix it`}</button>
        <button
          type="button"
          className="btn btn-bad"
          onClick={onSend}
        >{t`Send anyway`}</button>
      </div>
    </Dialog>
  );
}
