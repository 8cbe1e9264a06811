/** The finding of a relay about a mail: one method's result. */
export interface AuthResult {
  readonly method: string;
  readonly result: string;
  /** By `ptype.property`, in lower case. */
  readonly properties: ReadonlyMap<string, string>;
}

/** The relay's name and its findings. */
export interface AuthResults {
  readonly authservId: string;
  readonly results: readonly AuthResult[];
}

/**
 * Reads an Authentication-Results field (RFC 8601, section 2.2) in lower case. Undefined if
 * it is malformed, as it may be if a relay copies a sender's text: an unclosed comment or
 * quote, a misplaced word, a repeated property, an address with two domains; and for a
 * version other than 1. Pure.
 */
export function readAuthResults(field: string): AuthResults | undefined {
  const tokens = tokensOf(field.toLowerCase());
  if (tokens === undefined) return undefined;
  const [head = [], ...infos] = splitAt(tokens, ";");
  const [id, version, ...more] = wordsOf(head) ?? [];
  if (!id || more.length > 0 || (version ?? "1") !== "1") return undefined;
  const [only] = infos;
  const isNone = infos.length === 1 && only?.length === 1;
  if (isNone && only[0]?.text === "none")
    return { authservId: id, results: [] };
  const results = infos.map(resultOf);
  if (!results.every((it) => it !== undefined)) return undefined;
  return { authservId: id, results };
}

/** A word, a quoted string without its quotes and escapes, or one of `;` and `=`. */
interface Token {
  readonly kind: "word" | "quoted" | ";" | "=";
  readonly text: string;
  /** True if a blank or a comment precedes it. */
  readonly isApart: boolean;
}

const BLANK = /[ \t\n]+/y;
const WORD = /[^\s()"\\;=\p{Cc}]+/uy;
const QUOTED = /"((?:[^"\\\p{Cc}]|\\[^\p{Cc}])*)"/uy;

function tokensOf(text: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  let isApart = false;
  let at = 0;
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at;
    const found = pattern.exec(text);
    if (found) at = pattern.lastIndex;
    return found;
  };
  while (at < text.length) {
    const next = text[at];
    if (next === "(") {
      const end = commentEnd(text, at);
      if (end === undefined) return undefined;
      at = end;
      isApart = true;
      continue;
    }
    if (take(BLANK)) {
      isApart = true;
      continue;
    }
    if (next === ";" || next === "=") {
      tokens.push({ kind: next, text: next, isApart });
      at += 1;
    } else {
      const quoted = take(QUOTED)?.[1]?.replaceAll(/\\(.)/gsu, "$1");
      const word = quoted ?? take(WORD)?.[0];
      if (word === undefined) return undefined;
      const kind = quoted === undefined ? "word" : "quoted";
      tokens.push({ kind, text: word, isApart });
    }
    isApart = false;
  }
  return tokens;
}

/**
 * The end of a comment, which may contain others; undefined if there is none. Rejects a
 * comment with a single quote mark: a quoted name copied into it may have ended it.
 */
function commentEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let marks = 0;
  for (let at = start; at < text.length; at++) {
    const it = text[at];
    if (it === "\\") at += 1;
    else if (it === '"') marks += 1;
    else if (it === "(") depth += 1;
    else if (it === ")") depth -= 1;
    if (depth === 0) return marks % 2 === 0 ? at + 1 : undefined;
  }
  return undefined;
}

function splitAt(
  tokens: readonly Token[],
  kind: Token["kind"],
): readonly (readonly Token[])[] {
  const pieces: Token[][] = [[]];
  for (const it of tokens) {
    if (it.kind === kind) pieces.push([]);
    else pieces.at(-1)?.push(it);
  }
  return pieces;
}

/** The words of a stretch; those without a blank between them form one. Undefined beside a "=". */
function wordsOf(tokens: readonly Token[]): readonly string[] | undefined {
  const words: string[] = [];
  for (const { kind, text, isApart } of tokens) {
    if (kind === "=") return undefined;
    const last = words.length - 1;
    if (isApart || last < 0) words.push(text);
    else words[last] += text;
  }
  return words;
}

/** `method=result`, followed by any number of `property=value`. */
function resultOf(tokens: readonly Token[]): AuthResult | undefined {
  const pieces = splitAt(tokens, "=").map(wordsOf);
  const said = new Map<string, string>();
  let [name] = pieces[0]?.length === 1 ? pieces[0] : [];
  for (const [n, words] of pieces.slice(1).entries()) {
    // A value, and after it the name of the next one.
    const [value, next, ...more] = words ?? [];
    const isLast = n === pieces.length - 2;
    if (!name || value === undefined || more.length > 0) return undefined;
    if (isLast !== (next === undefined) || said.has(name)) return undefined;
    // If a mailbox has two domains, relays differ in which one they checked.
    if (name.includes(".") && value.split("@").length > 2) return undefined;
    said.set(name, value);
    name = next;
  }
  const [first, ...properties] = said;
  if (!first) return undefined;
  const [method, result] = first;
  return {
    method: method.split("/")[0] ?? "",
    result,
    properties: new Map(properties),
  };
}
