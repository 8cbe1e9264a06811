/** The kinds of Markdown with a key. */
export type Mark = "bold" | "italic" | "code" | "link" | "list";

/** A text with a part of it selected. */
export interface Selected {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** The replacement of a part of the text, and the new selection. */
export interface Change {
  readonly from: number;
  readonly to: number;
  readonly insert: string;
  readonly start: number;
  readonly end: number;
}

/** The marks of each kind; the first is written, all are removed. */
const SIGNS = {
  bold: ["**", "__"],
  italic: ["_", "*"],
  code: ["`"],
} as const;
const LINK = /\[([^[\]\n]*)\]\(([^()\s]*)\)/g;
const ADDRESS = /^(?:https?:\/\/|mailto:)\S+$/;
const START = "https://";
const ITEM = /^(\s*)[-*+] /;
const FENCE = "```";

/** Marks the selection, or removes the mark if it is there. Pure. */
export function markChange(of: Selected, mark: Mark): Change {
  if (mark === "link") return linked(of);
  if (mark === "list") return listed(of);
  const isBlock = mark === "code" && part(of).includes("\n");
  return isBlock ? fenced(of) : signed(inWords(of), SIGNS[mark]);
}

function part({ text, start, end }: Selected): string {
  return text.slice(start, end);
}

/** Blanks at the ends of a selection stay outside the mark. */
function inWords(of: Selected): Selected {
  const words = part(of);
  const trimmed = words.trim();
  if (trimmed === "") return of;
  const start = of.start + words.indexOf(trimmed);
  return { ...of, start, end: start + trimmed.length };
}

function signed(of: Selected, signs: readonly string[]): Change {
  const { text, start, end } = of;
  const words = part(of);
  for (const sign of signs) {
    const { length } = sign;
    if (isSigned(text, { sign, start, end })) {
      return replaced(start - length, end + length, { insert: words });
    }
    const within = { sign, start: start + length, end: end - length };
    if (within.start < within.end && isSigned(text, within)) {
      const insert = words.slice(length, -length);
      return replaced(start, end, { insert });
    }
  }
  const [sign = ""] = signs;
  const { length } = sign;
  // At the end of marked words, the key leaves the mark.
  if (words === "" && start > 0 && text.startsWith(sign, start)) {
    return { from: start, to: start, insert: "", ...cursor(start + length) };
  }
  return {
    ...{ from: start, to: end, insert: sign + words + sign },
    ...{ start: start + length, end: end + length },
  };
}

function cursor(at: number): Pick<Change, "start" | "end"> {
  return { start: at, end: at };
}

/** True if exactly this mark, not a longer one of the same letters, surrounds a part. */
function isSigned(
  text: string,
  {
    sign,
    start,
    end,
  }: { readonly sign: string; readonly start: number; readonly end: number },
): boolean {
  const { length } = sign;
  const [letter = ""] = sign;
  if (start < length || end < start) return false;
  const isAround =
    text.startsWith(sign, start - length) && text.startsWith(sign, end);
  const before = text[start - length - 1];
  const isLonger = before === letter || text[end + length] === letter;
  return isAround && !isLonger;
}

function replaced(
  from: number,
  to: number,
  { insert }: Pick<Change, "insert">,
): Change {
  return { from, to, insert, start: from, end: from + insert.length };
}

/** A selection of several lines is a block. */
function fenced(of: Selected): Change {
  const { start, end } = of;
  const words = part(of);
  const inner = words.match(/^```\n([\s\S]*)\n```$/)?.[1];
  if (inner !== undefined) return replaced(start, end, { insert: inner });
  const before = of.text.slice(0, start).endsWith("\n") || start === 0;
  const insert = `${before ? "" : "\n"}${FENCE}\n${words.replace(/\n$/, "")}\n${FENCE}`;
  return replaced(start, end, { insert });
}

function linked(of: Selected): Change {
  const { text, start, end } = of;
  for (const { 0: whole, 1: words = "", index } of text.matchAll(LINK)) {
    if (index > start || index + whole.length < end) continue;
    return replaced(index, index + whole.length, { insert: words });
  }
  const words = part(of);
  if (ADDRESS.test(words)) {
    const insert = `[](${words})`;
    return { from: start, to: end, insert, ...cursor(start + 1) };
  }
  const at = start + words.length + "[](".length;
  return {
    ...{ from: start, to: end, insert: `[${words}](${START})` },
    ...(words === ""
      ? cursor(start + 1)
      : { start: at, end: at + START.length }),
  };
}

/** The selected lines become list items, or plain again if all of them are. */
function listed({ text, start, end }: Selected): Change {
  const from = text.lastIndexOf("\n", start - 1) + 1;
  const last = text.indexOf("\n", Math.max(start, end - 1));
  const to = last === -1 ? text.length : last;
  const lines = text.slice(from, to).split("\n");
  const written = lines.filter((it) => it.trim() !== "");
  const isList = written.length > 0 && written.every((it) => ITEM.test(it));
  const insert = lines
    .map((it) => {
      if (isList) return it.replace(ITEM, "$1");
      const isItem = ITEM.test(it) || (it.trim() === "" && lines.length > 1);
      return isItem ? it : it.replace(/^(\s*)/, "$1- ");
    })
    .join("\n");
  if (start !== end) return replaced(from, to, { insert });
  const at = Math.max(from, start + insert.length - (to - from));
  return { from, to, insert, ...cursor(at) };
}
