import { Icon } from "../../ui/icon.tsx";
import { Key } from "../../ui/key.tsx";
import { t } from "../../ui/t.ts";
import { goToSheet } from "./sheet.ts";

/** The title bar of the sheet with its buttons; all that is shown when minimised. */
export function SheetHead({
  id,
  name,
  title,
  isSmall,
  onMinimise,
  onClose,
}: {
  /** The id of the sheet's name. */
  id: string;
  name: string;
  /** The title of the request so far. */
  title: string;
  isSmall: boolean;
  onMinimise: () => void;
  onClose: () => void;
}) {
  return (
    <div
      className={`flex shrink-0 items-center gap-1 border-faint pr-2 ${isSmall ? "min-h-10" : "min-h-11 border-b pl-4"}`}
    >
      <h2
        id={id}
        className={`min-w-0 flex-1 font-semibold ${isSmall ? "" : "text-base"}`}
      >
        {isSmall ? (
          <button
            type="button"
            aria-keyshortcuts="c"
            className="-outline-offset-2 flex min-h-10 w-full items-center gap-2 rounded-tl-xl pl-4 text-left max-md:min-h-11"
            onClick={goToSheet}
          >
            <bdi className="min-w-0 truncate">{title || name}</bdi>
            <Key name="C" />
          </button>
        ) : (
          name
        )}
      </h2>
      {!isSmall && (
        <button
          type="button"
          className="icon-btn"
          aria-label={t`Minimize`}
          title={t`Minimize (Esc)`}
          onClick={onMinimise}
        >
          <Icon name="minimise" />
        </button>
      )}
      <button
        type="button"
        className="icon-btn"
        aria-label={t`Save and close`}
        title={t`Save and close`}
        onClick={onClose}
      >
        <Icon name="close" />
      </button>
    </div>
  );
}
