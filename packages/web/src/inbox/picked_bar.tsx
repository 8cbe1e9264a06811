import { lazy, Suspense, useState } from "react";
import { useShortcuts } from "../shell/shortcuts.ts";
import { Icon } from "../ui/icon.tsx";
import { Menu } from "../ui/menu.tsx";
import { t } from "../ui/t.ts";
import type { Picked } from "./use_picked.ts";
import { PICKED_MAX } from "./use_picked.ts";
import { usePickedActs } from "./use_picked_acts.ts";

const NewLabelDialog = lazy(async () => ({
  default: (await import("./new_label_dialog.tsx")).NewLabelDialog,
}));

/** Replaces the list's name: the number of selected rows, and the acts on them. */
export function PickedBar({ picked, all }: { picked: Picked; all: number }) {
  const { items, clear, pickAll } = picked;
  const acts = usePickedActs(picked);
  const [isNaming, setNaming] = useState(false);
  useShortcuts({
    e: acts.archive,
    h: acts.snooze,
    u: acts.markRead,
    Escape: clear,
  });
  const isAll = items.length === Math.min(all, PICKED_MAX);
  return (
    <div
      role="toolbar"
      aria-label={t`Selected conversations`}
      className="flex min-h-12 shrink-0 items-center gap-1 border-line border-b bg-chosen px-3"
    >
      <label className="flex min-h-8 items-center gap-2">
        <input
          type="checkbox"
          className="size-4 accent-accent"
          checked={isAll}
          onChange={isAll ? clear : pickAll}
        />
        <span className="sr-only">{t`Select all`}</span>
      </label>
      <p role="status" className="mr-auto whitespace-nowrap pl-1 font-semibold">
        <span aria-hidden="true" className="md:hidden">
          {items.length}
        </span>
        <span className="max-md:sr-only">{t`${items.length} selected`}</span>
      </p>
      <Tool
        name={acts.archiveName}
        icon="archive"
        act={acts.archive}
        keys="e"
      />
      <Tool name={t`Snooze`} icon="clock" act={acts.snooze} keys="h" />
      <Tool name={acts.readName} icon="mail" act={acts.markRead} keys="u" />
      <Menu
        label={t`Label`}
        look="icon-btn"
        choices={[
          ...acts.labels,
          { label: t`New label`, icon: "write", does: () => setNaming(true) },
        ]}
      >
        <Icon name="label" />
      </Menu>
      {acts.block && (
        <Tool name={t`Block senders`} icon="block" act={acts.block} />
      )}
      <Tool name={t`Clear selection`} icon="close" act={clear} keys="Escape" />
      {isNaming && (
        <Suspense>
          <NewLabelDialog
            onName={acts.label}
            onClose={() => setNaming(false)}
          />
        </Suspense>
      )}
    </div>
  );
}

function Tool({
  name,
  icon,
  act,
  keys,
}: {
  name: string;
  icon: Parameters<typeof Icon>[0]["name"];
  act: () => void;
  keys?: string;
}) {
  return (
    <button
      type="button"
      className="icon-btn"
      aria-label={name}
      aria-keyshortcuts={keys}
      title={keys ? `${name} (${keys})` : name}
      onClick={act}
    >
      <Icon name={icon} />
    </button>
  );
}
