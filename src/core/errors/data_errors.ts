import { phrase } from "../base/words/say.ts";
import type { ErrorRow } from "./error_row.ts";
import { CONFLICT, INVALID_PARAMS } from "./error_row.ts";

/** Errors of exports and imports of an account. */
export const DATA_ERRORS = {
  export_not_found: {
    status: 404,
    rpc: INVALID_PARAMS,
    title: phrase`No such export`,
    fix: phrase`Use an exportId from your list of exports, or begin another one.`,
  },
  too_many_exports: {
    status: 429,
    rpc: -32603,
    title: phrase`Too many exports`,
    fix: phrase`Download the one that there is, or wait until an older one has expired.`,
  },
  imported_read_only: {
    ...CONFLICT,
    title: phrase`Imported, to be read alone`,
    fix: phrase`Begin a conversation of this service instead: what was imported never changes.`,
  },
} as const satisfies Record<string, ErrorRow>;
