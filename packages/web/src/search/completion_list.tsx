import { t } from "../ui/t.ts";
import type { Completion } from "./completions.ts";

/** The completions of the typed text, below its field. */
export function CompletionList({
  id,
  completions,
  active,
  onPick,
}: {
  id: string;
  completions: readonly Completion[];
  /** The one that Enter would choose; -1 for none. */
  active: number;
  onPick: (completion: Completion) => void;
}) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={t`Search suggestions`}
      className="absolute top-full right-0 z-30 mt-1 w-72 max-w-[calc(100vw-1.5rem)] rounded-xl border border-line bg-card p-1 shadow-float"
    >
      {completions.map((it, at) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys, and the focus
        <div
          key={it.label}
          id={`${id}-${at}`}
          role="option"
          tabIndex={-1}
          aria-selected={at === active}
          className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md px-2 text-sm hover:bg-hover aria-selected:bg-chosen max-md:min-h-11"
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onPick(it)}
        >
          <bdi className="truncate font-medium">{it.label}</bdi>
          <bdi className="ml-auto truncate text-soft">{it.means}</bdi>
        </div>
      ))}
    </div>
  );
}
