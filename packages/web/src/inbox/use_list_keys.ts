import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { useArchive, useMarkRead } from "../api/changes.ts";
import type { Action, Conversation } from "../api/types.ts";
import { useShortcuts } from "../shell/shortcuts.ts";
import type { ViewPlace } from "../shell/views.ts";
import { askSnooze } from "../snooze/asked.ts";
import { nextPath } from "./next_of.ts";
import { threadPath } from "./thread_path.ts";
import { ANSWER_KEYS, answersOf, useAnswer } from "./use_answer.ts";
import type { Picked } from "./use_picked.ts";

interface Listed {
  readonly items: readonly Conversation[];
  readonly openId: string | undefined;
  /** Scrolls to the row of this index. */
  readonly show: (index: number) => void;
}

/** j, k, e, u and x on the list: they act on the focused row, or the open one. */
export function useListKeys({
  items,
  openId,
  show,
  place,
  picked,
}: Listed & { readonly place: ViewPlace; readonly picked: Picked }) {
  const [, navigate] = useLocation();
  const client = useQueryClient();
  const markRead = useMarkRead();
  const archive = useArchive();
  const current = () => {
    const focused = document.activeElement
      ?.closest("li")
      ?.querySelector<HTMLElement>("[data-row]");
    const id = focused?.dataset.row ?? openId;
    return items.findIndex((it) => it.id === id);
  };
  const go = (to: number) => {
    const it = items[to];
    if (!it) return;
    show(to);
    if (openId !== undefined) navigate(threadPath(it.id, place));
    else focusRow(it.id);
  };
  const send = useAnswer();
  const answer = (id: string, action: Action) => {
    const at = items.findIndex((it) => it.id === id);
    const next = items[at + 1] ?? items[at - 1];
    send({ id, action });
    if (next) focusRow(next.id);
  };
  const answerBy = (key: string) => () => {
    const it = items[current()];
    const action =
      it && answersOf(it).find(({ name }) => ANSWER_KEYS[name] === key);
    if (it && action) answer(it.id, action);
  };
  const snooze = (it: Conversation) => {
    const next = nextPath(client, place, it.id);
    const onDone = openId === undefined ? undefined : () => navigate(next);
    askSnooze({ items: [it], onDone });
  };
  const leave = () => navigate(place.path);
  const isPicking = picked.items.length > 0;
  useShortcuts({
    j: () => go(current() + 1),
    k: () => go(Math.max(0, current() - 1)),
    x: () => {
      const it = items[current()];
      if (it) picked.pick(it.id, false);
    },
    // With a conversation beside the list, these keys are the conversation's.
    ...(place.view === "requests" &&
      !place.isEverywhere &&
      openId === undefined && {
        a: answerBy("a"),
        t: answerBy("t"),
        b: answerBy("b"),
      }),
    ...(!isPicking && openId !== undefined && { Escape: leave }),
    // If several are selected, the bar above the list has these keys.
    ...(!isPicking && {
      e: () => {
        const at = current();
        const it = items[at];
        if (!it || it.state === "draft") return;
        archive(it);
        const next = items[at + 1] ?? items[at - 1];
        if (openId !== undefined) {
          navigate(next ? threadPath(next.id, place) : place.path);
        } else if (next) focusRow(next.id);
      },
      h: () => {
        const it = items[current()];
        if (it && it.state !== "draft") snooze(it);
      },
      u: () => {
        const it = items[current()];
        if (it) markRead(it);
      },
    }),
  });
  return { archive, answer, snooze };
}

/** Returns the focus to a conversation's row on leaving it, or to the row that replaced it. */
export function useFocusBack({ items, openId, show }: Listed): void {
  const opened = useRef({ id: openId, index: -1 });
  const index = items.findIndex(({ id }) => id === openId);
  if (index >= 0) opened.current = { id: openId, index };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when one is left
  useEffect(() => {
    const was = opened.current;
    if (openId !== undefined || was.id === undefined) return;
    opened.current = { id: undefined, index: -1 };
    const isElsewhere = document.activeElement !== document.body;
    if (isElsewhere || location.hash === "#search") return;
    const found = items.findIndex(({ id }) => id === was.id);
    const at = found >= 0 ? found : Math.min(was.index, items.length - 1);
    const row = items[at];
    if (!row) return;
    show(at);
    focusRow(row.id);
  }, [openId]);
}

/**
 * Moves the focus of a row that disappears to the one that replaces it, so that the page
 * never loses it.
 */
export function useRowFocusKept({
  items,
  show,
}: Pick<Listed, "items" | "show">): (focused: Element) => void {
  const last = useRef<{ readonly id: string; readonly index: number }>(
    undefined,
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the rows change
  useEffect(() => {
    const was = last.current;
    if (!was || document.activeElement !== document.body) return;
    if (items.some(({ id }) => id === was.id)) return;
    const at = Math.min(was.index, items.length - 1);
    const row = items[at];
    last.current = undefined;
    if (!row) return;
    show(at);
    focusRow(row.id);
  }, [items]);
  return (focused) => {
    const row = focused.closest("li")?.querySelector<HTMLElement>("[data-row]");
    const id = row?.dataset.row;
    const index = items.findIndex((it) => it.id === id);
    if (id !== undefined && index >= 0) last.current = { id, index };
  };
}

/** Focuses a row at once if it is drawn, so that the next key finds it; otherwise later. */
function focusRow(id: string): void {
  const row = () => document.querySelector<HTMLElement>(`[data-row="${id}"]`);
  const drawn = row();
  if (drawn) drawn.focus();
  else {
    requestAnimationFrame(() => requestAnimationFrame(() => row()?.focus()));
  }
}
