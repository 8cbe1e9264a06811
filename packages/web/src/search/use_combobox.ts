import type { KeyboardEvent } from "react";
import { useId, useState } from "react";
import { useLabels } from "../api/queries.ts";
import { useSuggestions } from "../compose/suggestions.ts";
import type { Completion } from "./completions.ts";
import { completionsOf, personTyped } from "./completions.ts";

/** A field with completions (ARIA, Combobox): the focus stays in it. */
export function useCombobox(typed: string, onText: (text: string) => void) {
  const id = useId();
  const [isWanted, setWanted] = useState(false);
  const [active, setActive] = useState(-1);
  const labels = useLabels().data?.labels ?? [];
  const people = useSuggestions((isWanted && personTyped(typed)) || "");
  const completions = isWanted
    ? completionsOf(typed, { labels: labels.map(({ name }) => name), people })
    : [];
  const isOpen = completions.length > 0;
  const chosen = Math.min(active, completions.length - 1);
  const pick = ({ text }: Completion) => {
    setActive(-1);
    onText(text);
  };
  const close = () => {
    setWanted(false);
    setActive(-1);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const count = completions.length;
    if (!isOpen || event.nativeEvent.isComposing) return;
    const wanted = completions[chosen];
    if (event.key === "ArrowDown") setActive((chosen + 1) % count);
    else if (event.key === "ArrowUp") {
      setActive((Math.max(chosen, 0) - 1 + count) % count);
    } else if (event.key === "Escape") close();
    else if (wanted && /^(Enter|Tab)$/.test(event.key)) pick(wanted);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return {
    list: isOpen
      ? { id, completions, active: chosen, onPick: pick }
      : undefined,
    /** The attributes that make an input its field. */
    field: {
      role: "combobox",
      autoComplete: "off",
      "aria-autocomplete": "list",
      "aria-expanded": isOpen,
      "aria-controls": isOpen ? id : undefined,
      "aria-activedescendant":
        isOpen && chosen >= 0 ? `${id}-${chosen}` : undefined,
      onKeyDown,
      onBlur: close,
    },
    /** Opens the list when a person types. */
    open: () => {
      setWanted(true);
      setActive(-1);
    },
  } as const;
}
