import type { Company } from "../../packages/standards/src/company.ts";
import { parseCompanies } from "../../packages/standards/src/read_companies.ts";
import type { Env, SettingRow } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const PROVIDERS = "OIDC_PROVIDERS";
const BY_MAIL = "SIGN_IN_BY_MAIL";

/** The settings of the company sign-in. */
export const COMPANY_ROWS: readonly SettingRow[] = [
  {
    name: PROVIDERS,
    usual: "none",
    what: "JSON list of the OpenID Connect providers of the [company sign-in](company_sign_in.md): `id`, `label`, `issuer`, `clientId`, `clientSecretFile` (or `clientSecret`), `domains`, `teams`",
    isSecret: true,
  },
  {
    name: BY_MAIL,
    usual: "`on`",
    what: "`off` lets people sign in only by `OIDC_PROVIDERS` and by passkeys",
  },
];

/** The providers of companies, and whether people sign in by mail, too. */
export interface CompanySettings {
  readonly companies: readonly Company[];
  readonly isMailSignIn: boolean;
}

/** Reads the settings of the company sign-in. */
export function readCompanies(env: Env): CompanySettings {
  const text = setting(env, PROVIDERS);
  const companies = text === undefined ? [] : parseCompanies(text);
  if ("wanted" in companies) throw wrong(PROVIDERS, companies.wanted);
  const byMail = setting(env, BY_MAIL) ?? "on";
  if (byMail !== "on" && byMail !== "off") throw wrong(BY_MAIL, "on or off");
  if (byMail === "off" && companies.length === 0) {
    throw wrong(BY_MAIL, `on without ${PROVIDERS}`);
  }
  return { companies, isMailSignIn: byMail === "on" };
}

/** The files that secrets of companies' clients were read from. */
export function clientSecretFiles({ companies }: CompanySettings) {
  return companies.flatMap(({ clientSecretFile }) => clientSecretFile ?? []);
}
