import { DAY_MS } from "../../core/base/time.ts";
import type { Check } from "./check.ts";
import { bad, note, ok } from "./check.ts";

/** The newest scheduled backup, and whether the next one is late. */
export const BACKUPS: Check = {
  name: "Backups",
  async look({ config: { backupSchedule, operatorPath }, service, now }) {
    const { backup } = service;
    if (!backupSchedule) {
      const fix =
        operatorPath === null
          ? "back up the libSQL server with its own tools; see docs/operations.md"
          : "set BACKUP_DIR, or schedule svc backup yourself";
      return note("no automatic backups", fix);
    }
    const { everyMs, folder } = backupSchedule;
    const wellAt = backup?.wellAt ?? null;
    if (backup && !backup.ok) {
      return bad(
        `the backup of ${backup.at} failed; the last good one: ${wellAt ?? "none"}`,
        `check the log (backup.failed), and that ${folder} is writable`,
      );
    }
    if (wellAt === null) {
      return note(
        "none yet",
        "the first one runs soon after the service starts",
      );
    }
    return now - Date.parse(wellAt) > 2 * everyMs
      ? bad(
          `the last good one is from ${wellAt}`,
          "check that the service runs, and its log (backup.failed)",
        )
      : ok(`the last one is from ${wellAt}, in ${folder}`);
  },
};

/** Whether the last verification found the data intact. */
export const VERIFIED: Check = {
  name: "Verification",
  async look({ service: { verified }, now }) {
    if (verified?.ok === false) {
      return bad(
        `damage was found on ${verified.at}`,
        "run svc verify to see it, and restore an earlier backup if it's damage",
      );
    }
    if (!verified) return note("none yet", "run svc verify to check now");
    return now - Date.parse(verified.at) > 2 * DAY_MS
      ? note(
          `the last one is from ${verified.at}`,
          "run svc verify to check now",
        )
      : ok(`no damage found on ${verified.at}`);
  },
};
