import { Icon } from "../ui/icon.tsx";
import { dismiss, useToasts } from "./toasts.ts";

/** Where sentences to the person appear; read out as they come. */
export function Toaster() {
  const toasts = useToasts();
  return (
    <div
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex flex-col items-center gap-2 px-4"
      role="log"
      aria-live="polite"
      aria-label="Notices"
    >
      {toasts.map(({ id, text, isError, undo }) => (
        <div
          key={id}
          className={`pointer-events-auto flex max-w-lg items-center gap-3 rounded-xl border px-4 py-2 shadow-lg ${isError ? "border-error bg-error-back text-error" : "border-line bg-card text-ink"}`}
        >
          <p>{text}</p>
          {undo && (
            <button
              type="button"
              className="btn btn-quiet text-accent"
              onClick={() => {
                undo();
                dismiss(id);
              }}
            >
              Undo
            </button>
          )}
          <button
            type="button"
            className="btn btn-quiet -mr-2 px-2"
            aria-label="Close this message"
            onClick={() => dismiss(id)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
