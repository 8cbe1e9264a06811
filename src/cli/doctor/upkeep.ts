import { DAY_MS } from "../../core/base/time.ts";
import type { Check } from "./check.ts";
import { bad, note, ok } from "./check.ts";

/** The newest backup by the schedule, and whether the next one is late. */
export const BACKUPS: Check = {
  name: "Backups",
  async look({ config: { backupSchedule, operatorPath }, service, now }) {
    const { backup } = service;
    if (!backupSchedule) {
      const fix =
        operatorPath === null
          ? "back the libSQL server up in its own way: docs/operations.md"
          : "set BACKUP_DIR, or call svc backup by a schedule of your own";
      return note("the service makes none by itself", fix);
    }
    const { everyMs, folder } = backupSchedule;
    const wellAt = backup?.wellAt ?? null;
    if (backup && !backup.ok) {
      return bad(
        `the one of ${backup.at} failed; the last that was well: ${wellAt ?? "none"}`,
        `read the log (backup.failed), and whether ${folder} can be written`,
      );
    }
    if (wellAt === null) {
      return note("none yet", "it comes soon after the service has started");
    }
    return now - Date.parse(wellAt) > 2 * everyMs
      ? bad(
          `the last that was well is of ${wellAt}`,
          "see that the service runs, and read its log (backup.failed)",
        )
      : ok(`the last is of ${wellAt}, in ${folder}`);
  },
};

/** Whether what is stored was found to be whole lately. */
export const VERIFIED: Check = {
  name: "Verification",
  async look({ service: { verified }, now }) {
    if (verified?.ok === false) {
      return bad(
        `something was found on ${verified.at}`,
        "svc verify says what; restore a backup from before if it is damage",
      );
    }
    if (!verified) return note("none yet", "svc verify makes one now");
    return now - Date.parse(verified.at) > 2 * DAY_MS
      ? note(`the last is of ${verified.at}`, "svc verify makes one now")
      : ok(`nothing was found on ${verified.at}`);
  },
};
