import { BoundedCache } from "../core/base/cache.ts";
import { LIMITS } from "../core/base/limits.ts";
import type { WordKind } from "../core/base/own_words.ts";

/**
 * Which strings may reach a model without a fence: what looks as the service makes it,
 * and short plain names, titles and addresses, which their place marks as others' words.
 */
export function isBare(kind: WordKind, text: string): boolean {
  return kind === "sentence" ? false : CHECKS[kind](text);
}

const CHECKS: Readonly<
  Record<Exclude<WordKind, "sentence">, (text: string) => boolean>
> = {
  id: matches(/^[a-z]{2,6}[_-][0-9a-z-]{1,60}$/),
  code: matches(/^[a-z][a-z0-9]*(?:[._:-][a-z0-9]+){0,4}$/i, 60),
  time: matches(/^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d\.\d{3})?Z$/),
  amount: matches(/^[+-]?\d{1,20}(?:\.\d{1,6})?(?: USDC)?$/),
  digest: matches(/^[A-Za-z0-9_+/=.:-]+$/, 2_000),
  link: isLink,
  pointer: matches(/^(?:\/[A-Za-z0-9_.~-]{1,40}){0,6}$/),
  name: judgedOnce(isPlain),
  title: isPlain,
  address: judgedOnce(isPlainAddress),
  mediaType: isMediaType,
};

function matches(pattern: RegExp, charsMax = 80): (text: string) => boolean {
  return (text) => text.length <= charsMax && pattern.test(text);
}

/** Who is in one thread is in others: the same words come again and again. */
function judgedOnce(judge: (text: string) => boolean) {
  const judged = new BoundedCache<string, boolean>(LIMITS.wordsJudgedCharsMax);
  return (text: string): boolean => {
    if (text.length > ADDRESS_CHARS_MAX) return judge(text);
    const known = judged.get(text);
    if (known !== undefined) return known;
    const isJudgedPlain = judge(text);
    judged.set(text, isJudgedPlain, text.length);
    return isJudgedPlain;
  };
}

const ADDRESS_CHARS_MAX = 120;
const PLAIN_CHARS_MAX = 40;
/** Letters of one alphabet alone: those of another may look like them. */
const PLAIN = /^[a-zßæøœþð0-9 .,'\-@&]+$/i;
const WORDS_MAX = 5;
/** Words that are tied together could be a sentence whose blanks are dots. */
const TIED_MAX = 3;

function isPlain(given: string): boolean {
  const text = withoutMarks(given);
  if (given.length > PLAIN_CHARS_MAX || !PLAIN.test(text)) return false;
  const tokens = text.split(" ").filter((it) => it !== "");
  return (
    tokens.length <= WORDS_MAX &&
    !steers(spokenIn(text)) &&
    tokens.every((it) =>
      it.includes("@") ? isPlainAddress(it) : spokenIn(it).length <= TIED_MAX,
    )
  );
}

const ADDRESS = /^[a-z0-9._+-]+@[a-z0-9.-]+$/i;

function isPlainAddress(text: string): boolean {
  if (text.length > ADDRESS_CHARS_MAX || !ADDRESS.test(text)) return false;
  const [local = "", domain = ""] = text.split("@");
  return (
    wordsIn(local).length <= TIED_MAX &&
    domain.split(".").every((it) => wordsIn(it).length <= TIED_MAX) &&
    wordsIn(domain).length <= 2 * TIED_MAX &&
    !steers(spokenIn(text))
  );
}

const MEDIA_TYPE =
  /^(?:application|audio|font|image|message|model|multipart|text|video)\/[a-z0-9][a-z0-9.+-]{0,79}$/i;

function isMediaType(text: string): boolean {
  return MEDIA_TYPE.test(text) && !steers(wordsIn(text));
}

const LINK = /^https?:\/\/[a-z0-9.:-]+(?:[/?#&=][\w.~%-]*)*$/i;
const ID_IN_LINK = /[a-z]{2,6}_[0-9a-z]{26}/g;

function isLink(text: string): boolean {
  return (
    text.length <= 300 &&
    LINK.test(text) &&
    !steers(wordsIn(text.replace(ID_IN_LINK, "")))
  );
}

/** What others may have chosen, in a sentence of the service. */
const CHOSEN = /\S[@/_]|[@/_]\S|\p{L}\.\p{L}/u;
/** What the service itself writes so: its tools, ids, fields and codes. */
const OWN_TERM =
  /^(?:svc[._][a-z_]+|[a-z]{2,6}_[0-9a-z]{26}|[a-z]+(?:_[a-z]+)?|e\.g)$/i;
const TOKEN = /[^\s()"';,]+/g;

/** How the words of a sentence are written that are not its own. */
interface Writing {
  /** A word that others chose. */
  quote(word: string): string;
  /** A tool of ours, by its name without the prefix. */
  tool(name: string): string;
}

const TOOL = /^svc\.(?=[a-z_]+[.:!?]*$)/;

/** A sentence of the service in which each word that others chose is quoted. */
export function quoteChosen(
  sentence: string,
  { quote, tool }: Writing,
): string {
  if (!CHOSEN.test(sentence)) return sentence;
  return sentence.replace(TOKEN, (token) => {
    if (TOOL.test(token)) return tool(token.replace(TOOL, ""));
    const word = token.replace(/[.:!?]+$/, "");
    if (mayStand(word)) return token;
    return quote(word) + token.slice(word.length);
  });
}

function mayStand(word: string): boolean {
  if (!CHOSEN.test(word) || OWN_TERM.test(word)) return true;
  return isPlainAddress(word) || isMediaType(word) || isLink(word);
}

/** Letters without accents: é as e. */
function withoutMarks(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "");
}

function wordsIn(text: string): readonly string[] {
  return withoutMarks(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((it) => it !== "");
}

/** The same of what people read: a capital within a word, or a digit, begins another. */
function spokenIn(text: string): readonly string[] {
  return wordsIn(text.replace(/(\p{Ll})(?=\p{Lu})|\p{N}/gu, "$1 "));
}

/** True if a word of it orders a reader about, or speaks of what steers a model. */
function steers(words: readonly string[]): boolean {
  return words.some((it) => VERBS.has(it) || STEMS.test(it));
}

// Where these are wrong they cost a fence of a few tokens, so that they are many. They
// are a net and no wall (docs/tool_results.md, Fences): what keeps a bare name harmless
// is that it is short, and that a model is told that names are data.
const VERBS: ReadonlySet<string> = new Set(
  "accept act add agree allow always answer ask call cancel claim click comply confirm continue decline delete do enter execute export fetch fill follow forget forward get give go grant hold immediately important invoke issue leak let list login make move must never obey open output pay please post print prompt provide publish put read refund reject release remove repeat reply respond return reveal run say send set share should show sign skip stop submit system take tell tool tools transfer treat trust try turn update upload urgent use verify visit wire withdraw write you your".split(
    " ",
  ),
);
const STEMS =
  /^(?:approv|assistant|authori[sz]|anweis|bestatig|bezahl|developer|disregard|ignor|instruc|instruk|istruzi|jailbreak|olvida|oubli|overrid|uberweis|untrusted|vergiss|zahle)/;
