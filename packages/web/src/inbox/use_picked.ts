import { useState } from "react";
import type { Conversation } from "../api/types.ts";

/** So many, and taking them back, are within what one may write in a minute. */
export const PICKED_MAX = 50;

/** The rows picked from a list, to act on them together. */
export interface Picked {
  /** In the order of the list; what has left it is picked no more. */
  readonly items: readonly Conversation[];
  readonly has: (id: string) => boolean;
  /** Picks it or not; as a range, all from the one before. */
  readonly pick: (id: string, isRange: boolean) => void;
  readonly pickAll: () => void;
  readonly clear: () => void;
}

/** Keeps what is picked of a list. */
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
