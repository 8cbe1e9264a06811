import { useState } from "react";
import type { Conversation } from "../api/types.ts";

/** So many changes and their undo are within the writes allowed in a minute. */
export const PICKED_MAX = 50;

/** The selected rows of a list, to act on them together. */
export interface Picked {
  /** In the order of the list; rows that left it are deselected. */
  readonly items: readonly Conversation[];
  readonly has: (id: string) => boolean;
  /** Selects or deselects it; as a range, all from the one before. */
  readonly pick: (id: string, isRange: boolean) => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

/** Stores the selection of a list. */
export function usePicked(list: readonly Conversation[]): Picked {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  return {
    items: ids.size === 0 ? [] : list.filter(({ id }) => ids.has(id)),
    has: (id) => ids.has(id),
    pick: (id, isRange) => {
      const at = list.findIndex((it) => it.id === id);
      const from = list.findIndex((it) => it.id === last);
      const next = new Set(ids);
      if (isRange && from >= 0) {
        const range = list.slice(Math.min(at, from), Math.max(at, from) + 1);
        for (const it of range) next.add(it.id);
      } else if (!next.delete(id)) {
        next.add(id);
      }
      setIds(new Set([...next].slice(0, PICKED_MAX)));
      setLast(id);
    },
    pickAll: () =>
      setIds(new Set(list.slice(0, PICKED_MAX).map(({ id }) => id))),
    clear: () => {
      setIds(new Set());
      setLast(undefined);
    },
  };
}
