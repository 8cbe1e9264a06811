import { fieldOf } from "../raw_mail.ts";

/**
 * True if the relay says that a mail is by the domain of its From. What it says is the
 * topmost Authentication-Results (RFC 8601): the relay writes its own above all that
 * came with the mail. DMARC decides where the relay looked at it; else a signature or
 * an envelope of exactly that domain does. Pure.
 */
export function isProven(
  head: string,
  { relay, domain }: { readonly relay: string; readonly domain: string },
): boolean {
  const said = fieldOf(head, "Authentication-Results");
  if (said === undefined) return false;
  const [id = "", ...results] = withoutComments(said).split(";");
  const [authservId = ""] = id.trim().split(/\s+/);
  if (authservId.toLowerCase() !== relay) return false;
  const found = results.map(readResult);
  const dmarc = found.filter(({ method }) => method === "dmarc");
  if (dmarc.some(({ result }) => result !== "pass" && result !== "none")) {
    return false;
  }
  return found.some(
    ({ method, result, properties }) =>
      result === "pass" &&
      PROOFS[method]?.some((name) => isOf(properties[name], domain)),
  );
}

/** Which property names the domain that a method has proved. */
const PROOFS: Readonly<Record<string, readonly string[]>> = {
  dmarc: ["header.from"],
  dkim: ["header.d", "header.i"],
  spf: ["smtp.mailfrom"],
};

interface Result {
  readonly method: string;
  readonly result: string;
  readonly properties: Readonly<Record<string, string>>;
}

function readResult(text: string): Result {
  const [first = "", ...rest] = text
    .trim()
    .toLowerCase()
    .replaceAll(/\s*=\s*/g, "=")
    .split(/\s+/);
  const [method = "", result = ""] = first.split("=");
  const properties = Object.fromEntries(
    rest.map((it) => {
      const at = it.indexOf("=");
      return [it.slice(0, at), it.slice(at + 1).replaceAll('"', "")];
    }),
  );
  return { method: method.split("/")[0] ?? "", result, properties };
}

function isOf(value: string | undefined, domain: string): boolean {
  return value?.slice(value.lastIndexOf("@") + 1) === domain;
}

/** Comments may stand in one another, and hold what looks like a result. */
function withoutComments(text: string): string {
  let depth = 0;
  let plain = "";
  for (const it of text) {
    if (it === "(") depth += 1;
    if (depth === 0) plain += it;
    if (it === ")") depth = Math.max(0, depth - 1);
  }
  return plain;
}
