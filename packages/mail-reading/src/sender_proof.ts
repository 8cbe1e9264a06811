import type { AuthResult } from "./authentication_results.ts";
import { readAuthResults } from "./authentication_results.ts";
import { fieldOf } from "./raw_mail.ts";

/**
 * True if the relay verified that a mail is by the domain of its From. The relay's word is
 * the topmost Authentication-Results (RFC 8601), which it writes above everything in the
 * mail. DMARC decides if the relay checked it; otherwise a signature or an envelope of
 * exactly that domain counts. Pure.
 */
export function isProven(
  head: string,
  { relay, domain }: { readonly relay: string; readonly domain: string },
): boolean {
  const said = readAuthResults(fieldOf(head, "Authentication-Results") ?? "");
  if (said?.authservId !== relay) return false;
  const of = (method: string) =>
    said.results.filter((it) => it.method === method);
  const isPassed = ({ result }: AuthResult) => result === "pass";
  const [dmarc, ...others] = of("dmarc");
  // A relay writes one result: a second one comes from elsewhere.
  if (others.length > 0 || of("spf").filter(isPassed).length > 1) return false;
  if (dmarc && !/^(?:pass|none)$/.test(dmarc.result)) return false;
  return said.results.some(
    (it) =>
      isPassed(it) &&
      PROOFS[it.method]?.some((name) => isOf(it.properties.get(name), domain)),
  );
}

/** The property that names the domain proven by each method. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  dmarc: ["header.from"],
  dkim: ["header.d", "header.i"],
  spf: ["smtp.mailfrom"],
};

function isOf(value: string | undefined, domain: string): boolean {
  return value?.slice(value.lastIndexOf("@") + 1) === domain;
}
