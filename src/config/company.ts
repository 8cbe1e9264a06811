import { readFileSync } from "node:fs";
import { parseJson } from "../core/access/read_json.ts";
import { parseDomain } from "../core/addresses/address.ts";
import { isObject } from "../core/base/json.ts";
import { isOnThisMachine } from "../core/identity/oauth/oauth_base.ts";
import type { Company } from "../core/identity/sign_in/company.ts";
import type { Env, SettingRow } from "./setting.ts";
import { setting, wrong } from "./setting.ts";

const PROVIDERS = "OIDC_PROVIDERS";
const BY_MAIL = "SIGN_IN_BY_MAIL";

/** The settings of the company sign-in. */
export const COMPANY_ROWS: readonly SettingRow[] = [
  {
    name: PROVIDERS,
    usual: "none",
    what: "JSON list of the OpenID Connect providers of the [company sign-in](company_sign_in.md): `id`, `label`, `issuer`, `clientId`, `clientSecretFile` (or `clientSecret`), `domains`",
    isSecret: true,
  },
  {
    name: BY_MAIL,
    usual: "`on`",
    what: "`off` lets people sign in only by `OIDC_PROVIDERS` and by passkeys",
  },
];

const PROVIDERS_MAX = 20;
const WANTED = `a JSON list of 1 to ${PROVIDERS_MAX} providers, each with id (a-z, 0-9, -), label, issuer (https), clientId and domains`;

/** The providers of companies, and whether people sign in by mail, too. */
export interface CompanySettings {
  readonly companies: readonly Company[];
  readonly isMailSignIn: boolean;
}

/** Reads the settings of the company sign-in. */
export function readCompanies(env: Env): CompanySettings {
  const companies = companiesIn(setting(env, PROVIDERS));
  const byMail = setting(env, BY_MAIL) ?? "on";
  if (byMail !== "on" && byMail !== "off") throw wrong(BY_MAIL, "on or off");
  if (byMail === "off" && companies.length === 0) {
    throw wrong(BY_MAIL, `on without ${PROVIDERS}`);
  }
  return { companies, isMailSignIn: byMail === "on" };
}

function companiesIn(text: string | undefined): readonly Company[] {
  if (text === undefined) return [];
  const companies = listIn(text).map((it) => companyIn(it));
  const ids = new Set(companies.map(({ id }) => id));
  const domains = companies.flatMap((it) => it.domains);
  const isFit = companies.length > 0 && companies.length <= PROVIDERS_MAX;
  if (!isFit || ids.size < companies.length) throw wrong(PROVIDERS, WANTED);
  if (new Set(domains).size < domains.length) {
    throw wrong(PROVIDERS, "a list that names each domain once");
  }
  return companies;
}

function listIn(text: string): readonly unknown[] {
  try {
    const read = parseJson(text);
    if (Array.isArray(read)) return read;
  } catch {
    // The text may hold a secret, so that the error below quotes nothing.
  }
  throw wrong(PROVIDERS, WANTED);
}

const KNOWN = [
  ...["id", "label", "issuer", "clientId", "clientSecret", "clientSecretFile"],
  ...["domains", "trustsMail"],
];

function companyIn(it: unknown): Company {
  if (!isObject(it)) throw wrong(PROVIDERS, WANTED);
  const unknown = Object.keys(it).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw wrong(PROVIDERS, `${WANTED}; ${unknown.slice(0, 40)} is unknown`);
  }
  const { id, label, issuer, clientId, domains, trustsMail = false } = it;
  const url = URL.parse(String(issuer));
  const isFit =
    typeof id === "string" &&
    /^[a-z0-9][a-z0-9-]{0,31}$/.test(id) &&
    [label, issuer, clientId].every(
      (text) => typeof text === "string" && text !== "" && text.length <= 200,
    ) &&
    url !== null &&
    (url.protocol === "https:" || isOnThisMachine(url.hostname)) &&
    Array.isArray(domains) &&
    domains.length > 0 &&
    typeof trustsMail === "boolean";
  if (!isFit) throw wrong(PROVIDERS, WANTED);
  const clientSecret = secretOf(it);
  return {
    ...{ id, trustsMail },
    label: String(label),
    issuer: String(issuer),
    clientId: String(clientId),
    ...(clientSecret !== undefined && { clientSecret }),
    domains: domains.map((domain) => domainIn(domain)),
  };
}

function domainIn(text: unknown): string {
  try {
    return parseDomain(String(text));
  } catch {
    throw wrong(PROVIDERS, "a list whose domains are such as example.org");
  }
}

/** A client without a secret is a public one, which PKCE protects. */
function secretOf({
  clientSecret,
  clientSecretFile,
}: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof clientSecret === "string") return clientSecret;
  if (clientSecretFile === undefined) return undefined;
  try {
    const text = readFileSync(String(clientSecretFile), "utf8").trim();
    if (text !== "") return text;
  } catch {
    // Said below.
  }
  throw wrong(PROVIDERS, "a list whose clientSecretFile is a readable file");
}
