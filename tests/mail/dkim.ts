import type { KeyObject } from "node:crypto";
import { createHash, verify } from "node:crypto";

/** A receiver's findings about a mail as it came over the line. */
export interface DkimResult {
  readonly isBodyRight: boolean;
  readonly isSignatureRight: boolean;
  /** Headers that the signature covers, in lower case. */
  readonly signed: readonly string[];
  readonly tags: Readonly<Record<string, string>>;
}

/** Verifies a signature as RFC 6376, section 6.1.3, says: relaxed/relaxed alone. */
export function verifyDkim(raw: string, publicKey: KeyObject): DkimResult {
  const end = raw.indexOf("\r\n\r\n");
  const headers = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const signature = headers.find((it) => nameOf(it) === "dkim-signature") ?? "";
  const tags = Object.fromEntries(
    signature
      .slice(signature.indexOf(":") + 1)
      .split(";")
      .map((it) => it.replaceAll(/\s/g, ""))
      .filter((it) => it !== "")
      .map((it) => [
        it.slice(0, it.indexOf("=")),
        it.slice(it.indexOf("=") + 1),
      ]),
  );
  const signed = (tags.h ?? "").toLowerCase().split(":");
  const bodyHash = createHash("sha256")
    .update(relaxedBody(raw.slice(end + 4)), "latin1")
    .digest("base64");
  const unsigned = signature.replace(/(\bb=)[^;]*/, "$1");
  const left = [...headers];
  const chosen = signed.map((name) => {
    const at = left.findLastIndex((it) => nameOf(it) === name);
    return at < 0 ? "" : `${relaxedHeader(left.splice(at, 1)[0] ?? "")}\r\n`;
  });
  const data = chosen.join("") + relaxedHeader(unsigned);
  return {
    isBodyRight: bodyHash === tags.bh,
    isSignatureRight: verify(
      "sha256",
      Buffer.from(data, "latin1"),
      publicKey,
      Buffer.from(tags.b ?? "", "base64"),
    ),
    signed,
    tags,
  };
}

function nameOf(header: string): string {
  return header.slice(0, header.indexOf(":")).trim().toLowerCase();
}

/** RFC 6376, section 3.4.2. */
function relaxedHeader(header: string): string {
  const value = header.slice(header.indexOf(":") + 1);
  const whole = value.replaceAll("\r\n", "").replaceAll(/[ \t]+/g, " ");
  return `${nameOf(header)}:${whole.trim()}`;
}

/** RFC 6376, section 3.4.4. */
function relaxedBody(body: string): string {
  const lines = body
    .split("\r\n")
    .map((it) => it.replaceAll(/[ \t]+/g, " ").replace(/ $/, ""));
  const whole = lines.join("\r\n").replace(/(?:\r\n)+$/, "");
  return whole === "" ? "" : `${whole}\r\n`;
}
