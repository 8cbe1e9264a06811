import { atAGlance } from "../../../../src/core/identity/glance.ts";
import { Icon } from "../ui/icon.tsx";
import { t } from "../ui/t.ts";

/** The main rights of an access, each ticked or crossed. */
export function Glance({ scopes }: { scopes: readonly string[] | null }) {
  return atAGlance(scopes).map(({ does, isAllowed }) => (
    <span
      key={does}
      className={`flex items-start gap-2 text-sm ${isAllowed ? "" : "text-soft"}`}
    >
      <span className={`mt-0.5 ${isAllowed ? "text-good" : "text-error"}`}>
        <Icon name={isAllowed ? "check" : "close"} />
      </span>
      <span>
        <span className="sr-only">{isAllowed ? t`Can:` : t`Can't:`} </span>
        {t.of(does)}
      </span>
    </span>
  ));
}
