import { readFileSync } from "node:fs";
import type { ClaimedPlace, Company, TeamsClaim } from "./company.ts";

const PROVIDERS_MAX = 20;
const WANTED = `a JSON list of 1 to ${PROVIDERS_MAX} providers, each with id (a-z, 0-9, -), label, issuer (https), clientId and domains`;

/** Why a list of providers cannot be used: the words after "must be". */
class Unfit extends Error {}

/** The companies of a JSON text, or the list that was wanted. Quotes no value: it may be secret. */
export function parseCompanies(
  text: string,
): readonly Company[] | { readonly wanted: string } {
  try {
    return companiesIn(text);
  } catch (error) {
    if (!(error instanceof Unfit)) throw error;
    return { wanted: error.message };
  }
}

function companiesIn(text: string): readonly Company[] {
  const companies = listIn(text).map((it) => companyIn(it));
  const ids = new Set(companies.map(({ id }) => id));
  const domains = companies.flatMap((it) => it.domains);
  const isFit = companies.length > 0 && companies.length <= PROVIDERS_MAX;
  if (!isFit || ids.size < companies.length) throw new Unfit(WANTED);
  if (new Set(domains).size < domains.length) {
    throw new Unfit("a list that names each domain once");
  }
  return companies;
}

function listIn(text: string): readonly unknown[] {
  try {
    const read: unknown = JSON.parse(text);
    if (Array.isArray(read)) return read;
  } catch {
    // The text may hold a secret, so that the error below quotes nothing.
  }
  throw new Unfit(WANTED);
}

const KNOWN = [
  ...["id", "label", "issuer", "clientId", "clientSecret", "clientSecretFile"],
  ...["domains", "trustsMail", "teams"],
];

function companyIn(it: unknown): Company {
  if (typeof it !== "object" || it === null) throw new Unfit(WANTED);
  const unknown = Object.keys(it).find((name) => !KNOWN.includes(name));
  if (unknown !== undefined) {
    throw new Unfit(`${WANTED}; ${unknown.slice(0, 40)} is unknown`);
  }
  const said: Readonly<Record<string, unknown>> = { ...it };
  const { id, label, issuer, clientId, domains, trustsMail = false } = said;
  const url = URL.parse(String(issuer));
  const isFit =
    typeof id === "string" &&
    /^[a-z0-9][a-z0-9-]{0,31}$/.test(id) &&
    [label, issuer, clientId].every(
      (text) => typeof text === "string" && text !== "" && text.length <= 200,
    ) &&
    url !== null &&
    (url.protocol === "https:" || LOCAL.test(url.hostname)) &&
    Array.isArray(domains) &&
    domains.length > 0 &&
    typeof trustsMail === "boolean";
  if (!isFit) throw new Unfit(WANTED);
  const clientSecret = secretOf(said);
  return {
    ...{ id, trustsMail },
    label: String(label),
    issuer: String(issuer),
    clientId: String(clientId),
    ...(clientSecret !== undefined && { clientSecret }),
    ...(typeof said.clientSecretFile === "string" && {
      clientSecretFile: said.clientSecretFile,
    }),
    domains: domains.map((domain) => domainIn(domain)),
    ...(said.teams !== undefined && { teams: teamsIn(said.teams) }),
  };
}

/** A name of the machine itself, where a provider needs no TLS. */
const LOCAL = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;
const DOMAIN =
  /^(?=.{1,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;

function domainIn(text: unknown): string {
  const domain = String(text).toLowerCase();
  if (DOMAIN.test(domain)) return domain;
  throw new Unfit("a list whose domains are such as example.org");
}

const TEAMS = `a list whose teams are such as { "claim": "groups", "map": { "staff": "support@inbox.example:responder" } }`;
const PLACE =
  /^([a-z0-9.-]{1,64}@[a-z0-9.-]{1,253}):(owner|manager|responder|reader)$/;

function teamsIn(it: unknown): TeamsClaim {
  if (typeof it !== "object" || it === null) throw new Unfit(TEAMS);
  const { claim, scope, map, ...others }: Readonly<Record<string, unknown>> = {
    ...it,
  };
  const isFit =
    typeof claim === "string" &&
    (scope === undefined || typeof scope === "string") &&
    typeof map === "object" &&
    map !== null &&
    Object.keys(others).length === 0;
  if (!isFit) throw new Unfit(TEAMS);
  const places = Object.entries(map).map(([value, place]) => {
    const [, address, role] = PLACE.exec(String(place).toLowerCase()) ?? [];
    if (address === undefined) throw new Unfit(TEAMS);
    return [value, { address, role: role as ClaimedPlace["role"] }] as const;
  });
  return { claim, ...(scope && { scope }), map: new Map(places) };
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
  throw new Unfit("a list whose clientSecretFile is a readable file");
}
