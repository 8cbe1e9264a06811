import { HOUR_MS } from "../../core/base/time.ts";
import type { Check } from "./check.ts";
import { note, ok } from "./check.ts";

/** Whether the configured witnesses have signed the newest log. */
export const WITNESSES: Check = {
  name: "Witnesses",
  async look({ service: { witnesses }, now }) {
    if (witnesses.length === 0) {
      return ok("no witness is set (LOG_WITNESSES)");
    }
    const isLate = ({ behind, signedAt }: (typeof witnesses)[number]) =>
      behind > 0 && now - Date.parse(signedAt ?? "1970-01-01") > HOUR_MS;
    const shown = witnesses
      .map(({ name, signedAt, behind, problem }) => {
        const since = signedAt === null ? "never signed" : `signed ${signedAt}`;
        const left = behind > 0 ? `, ${behind} records behind` : "";
        const why = problem === null ? "" : ` (${problem})`;
        return `${name} ${since}${left}${why}`;
      })
      .join("; ");
    return witnesses.some(isLate)
      ? note(
          shown,
          "ask its operator whether it runs and knows this log; log.not_witnessed in the log says why",
        )
      : ok(shown);
  },
};
