import { told } from "../../../base/words/sentence.ts";
import { ServiceError } from "../../../errors/errors.ts";
import type { ListPlace } from "../../acts/store/store.ts";
import { FIRST_PLACE } from "../../acts/store/store.ts";
import type { ConversationView } from "../projection/present.ts";

const CURSOR = /^(\d{1,16})\.([0-9a-z_]{1,64})$/;

/** The cursor that continues a list after this conversation. */
export function cursorAfter(conversation: ConversationView): string {
  return encode(conversation.updatedAt, conversation.id);
}

/** The cursor that continues a list of tasks after this one. */
export function taskCursorAfter(conversation: ConversationView): string {
  return encode(conversation.stateAt, conversation.id);
}

/** The cursor that continues a list below a place. */
export function cursorAt({ at, id }: ListPlace): string {
  return Buffer.from(`${at}.${id}`).toString("base64url");
}

function encode(time: string, id: string): string {
  return cursorAt({ at: Date.parse(time), id });
}

/** @throws invalid_cursor */
export function readCursor(cursor: string | undefined): ListPlace {
  if (cursor === undefined) return FIRST_PLACE;
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const [, at, id] = CURSOR.exec(text) ?? [];
  if (at === undefined || id === undefined) {
    throw new ServiceError("invalid_cursor", {
      detail: told`Cannot continue the list: the cursor isn't valid. Start again without it.`,
    });
  }
  return { at: Number(at), id };
}
