import {
  Combobox,
  ComboboxGroup,
  ComboboxGroupLabel,
  ComboboxItem,
  ComboboxList,
  ComboboxProvider,
} from "@ariakit/react/combobox";
import { Dialog } from "@ariakit/react/dialog";
import { useDeferredValue, useState } from "react";
import { useLocation } from "wouter";
import { LIMITS } from "../../../../src/core/base/limits.ts";
import { showOverlay } from "../shell/overlay.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";
import type { PaletteChoice } from "./choices.ts";
import { usePaletteGroups } from "./use_palette_groups.ts";

const close = () => showOverlay(undefined);

/** Finds a place, a person, a conversation or an act by some of its letters. */
export function Palette() {
  const [typed, setTyped] = useState("");
  const { groups, isSearching } = usePaletteGroups(typed.trim());
  // Show the field at once, and its forty choices a moment later.
  const isThere = useDeferredValue(true, false);
  return (
    <Dialog
      open
      onClose={close}
      aria-label={t`Search and commands`}
      backdrop={<div className="fixed inset-0 z-40 bg-black/40" />}
      className="fixed inset-x-4 top-[10vh] z-50 mx-auto flex max-h-[70vh] max-w-xl flex-col overflow-hidden rounded-xl border border-line bg-card shadow-float"
    >
      <ComboboxProvider setValue={setTyped} open>
        <div className="flex items-center gap-2.5 border-line border-b px-4">
          <span className="text-quiet">
            <Icon name="search" />
          </span>
          <Combobox
            autoFocus
            autoSelect="always"
            aria-label={t`Search and commands`}
            placeholder={t`Search or type a command…`}
            maxLength={LIMITS.searchCharsMax}
            className="min-h-12 flex-1 bg-transparent text-read outline-none"
          />
        </div>
        <ComboboxList
          alwaysVisible
          aria-label={t`Results`}
          className="overflow-y-auto p-1.5"
        >
          {(isThere ? groups : []).map(({ name, choices }) => (
            <ComboboxGroup key={name}>
              <ComboboxGroupLabel className="px-2.5 pt-2 pb-1 font-semibold text-2xs text-quiet">
                {name}
              </ComboboxGroupLabel>
              {choices.map((it) => (
                <Line key={it.id} choice={it} />
              ))}
            </ComboboxGroup>
          ))}
        </ComboboxList>
        <p role="status" className="empty:hidden px-4 pb-4 text-quiet">
          {groups.length === 0 &&
            (isSearching ? t`Searching…` : t`No results.`)}
        </p>
      </ComboboxProvider>
    </Dialog>
  );
}

function Line({ choice }: { choice: PaletteChoice }) {
  const [, navigate] = useLocation();
  const { label, more, icon, keys, href, does } = choice;
  return (
    <ComboboxItem
      focusOnHover
      setValueOnClick={false}
      className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2.5 max-md:min-h-11 data-active-item:bg-chosen"
      onClick={() => {
        close();
        if (href !== undefined) navigate(href);
        does?.();
      }}
    >
      <span className="text-soft">
        <Icon name={icon} />
      </span>
      <bdi className="min-w-0 truncate">{label}</bdi>
      {more && (
        <bdi className="min-w-0 shrink-0 truncate text-quiet text-sm">
          {more}
        </bdi>
      )}
      {keys && <kbd className="key ml-auto shrink-0">{keys}</kbd>}
    </ComboboxItem>
  );
}
