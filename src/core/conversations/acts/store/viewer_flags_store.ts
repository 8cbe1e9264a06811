import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { participants } from "../../../db/tables/conversation_schema.ts";
import type { Announced } from "../../model/acting.ts";
import type { ViewerState } from "../../model/model.ts";

interface Flags extends Pick<ViewerState, "unread" | "archived"> {
  readonly snoozedUntil: number | null;
}

/** Sets a flag that the change names; others stay. */
const NOTIFIED: Partial<Flags> = {
  unread: true,
  archived: false,
  snoozedUntil: null,
};
const ACTED: Partial<Flags> = { unread: false };

/** A viewer's state after a change. Pure. */
export function stateAfter<V extends ViewerState>(
  viewer: V,
  { notify = [], actor = null }: Announced,
): V {
  if (notify.includes(viewer.position)) return { ...viewer, ...NOTIFIED };
  return viewer.position === actor ? { ...viewer, ...ACTED } : viewer;
}

const value = sql.placeholder;
const isNotified = sql`instr(${value("notify")}, ',' || ${participants.position} || ',') > 0`;
const isActor = sql`${participants.position} = ${value("actor")}`;

/** The same for all rows of a conversation; {@linkcode toldValues} fills it in. */
export const FLAGS_AFTER = {
  unread: flag("unread"),
  archived: flag("archived"),
  snoozedUntil: flag("snoozedUntil"),
};

function flag(name: keyof Flags): SQL {
  const kept = participants[name];
  const literal = (it: boolean | number | null | undefined) =>
    it === undefined ? kept : sql.raw(String(it === null ? it : Number(it)));
  return sql`iif(${isNotified}, ${literal(NOTIFIED[name])}, iif(${isActor}, ${literal(ACTED[name])}, ${kept}))`;
}

/** The time of a row's last change: the rows of others stay where a change is its actor's own. */
export const UPDATED_AFTER = sql`iif(${value("isOwn")} and not ${isActor}, ${participants.updatedAt}, ${value("updatedAt")})`;

/** The values for the placeholders of {@linkcode FLAGS_AFTER}. */
export function toldValues({ notify = [], actor = null, isOwn }: Announced) {
  return { notify: `,${notify.join(",")},`, actor, isOwn: isOwn ? 1 : 0 };
}
