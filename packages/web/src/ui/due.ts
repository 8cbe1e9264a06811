import type { Conversation } from "../api/types.ts";
import { isFrozen } from "./frozen.ts";
import { t } from "./t.ts";

/** A deadline that somebody has to keep now, in words. */
export interface Due {
  readonly at: string;
  readonly words: string;
  /** True for the work; false for the acceptance of a request. */
  readonly isWork: boolean;
  /** True if it is less than a day away, or has passed. */
  readonly isNear: boolean;
}

const HOUR_MS = 3_600_000;
const NEAR_HOURS = 24;

/** The deadline of an open conversation; undefined without one, and while a price is in dispute. */
export function dueIn(conversation: Conversation): Due | undefined {
  const { state, terms, links } = conversation;
  const work = terms?.stepDueAt ?? terms?.dueAt;
  const isWork = work !== undefined;
  const at = work ?? (state === "submitted" ? terms?.acceptBy : undefined);
  const isOver = links.followUp !== undefined;
  if (at === undefined || isOver || isFrozen(conversation) || state === "draft")
    return undefined;
  const left = Date.parse(at) - Date.now();
  const isNear = left < NEAR_HOURS * HOUR_MS;
  return { at, words: wordsFor(left, isWork), isWork, isNear };
}

function wordsFor(left: number, isWork: boolean): string {
  if (left <= 0) return isWork ? t`Overdue` : t`Expired`;
  const hours = Math.round(left / HOUR_MS);
  if (hours < 1)
    return isWork ? t`Due within the hour` : t`Answer within the hour`;
  const days = Math.round(hours / 24);
  if (hours < 48) {
    return isWork
      ? t.many(hours)`Due in # h|Due in # h`
      : t.many(hours)`Answer within # h|Answer within # h`;
  }
  return isWork
    ? t.many(days)`Due in # day|Due in # days`
    : t.many(days)`Answer within # day|Answer within # days`;
}
