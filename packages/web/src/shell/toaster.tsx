import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";
import { dismiss, takeBack, useToasts } from "./toasts.ts";

/**
 * Shows messages to the person, which screen readers announce. It has its own place beside
 * the page, so that it never covers anything.
 */
export function Toaster() {
  const toasts = useToasts();
  const newest = toasts.findLastIndex(({ undo }) => undo !== undefined);
  return (
    <div
      className="flex shrink-0 flex-col gap-2 text-sm max-md:px-2 max-md:not-empty:pt-2 md:mt-auto"
      role="log"
      aria-live="polite"
      aria-label={t`Notices`}
      data-toasts
    >
      {toasts.map(({ id, text, isError, undo }, at) => (
        <div
          key={id}
          className={`flex items-start gap-1 rounded-xl border py-1 pr-1 pl-3 ${isError ? "border-error bg-error-back text-error" : "border-edge bg-card text-ink"}`}
        >
          <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2">
            <p className="wrap-break-word grow basis-32 py-2">{text}</p>
            {undo && (
              <button
                type="button"
                className="btn btn-quiet px-2 text-accent"
                {...(at === newest && { "aria-keyshortcuts": "z" })}
                onClick={() => takeBack({ id, text, undo })}
              >{t`Undo`}</button>
            )}
          </div>
          <button
            type="button"
            className="btn btn-quiet px-2"
            aria-label={t`Dismiss`}
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
