import type { WordKind } from "../core/base/own_words.ts";

/**
 * True for a string in the form of its kind. A chosen name appears unfenced only in a form
 * that names need: no prose fits into it.
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
  link: matches(/^(?:https?:\/\/|\/)[^\s"'<>\\^`{|}]*$/i, 2_000),
  pointer: matches(/^(?:\/[A-Za-z0-9_.~$:[\]-]{1,40}){0,6}$/),
  own: () => true,
  name: () => false,
  skill: matches(/^[A-Za-z0-9._:-]{1,64}$/),
  address: isAddress,
  mediaType: (text) => KNOWN_TYPES.test(text),
};

function matches(pattern: RegExp, charsMax = 80): (text: string) => boolean {
  return (text) => text.length <= charsMax && pattern.test(text);
}

const ADDRESS = /^[a-z0-9._+-]+@[a-z0-9.-]+$/i;
/** A contract or a wallet on a chain. */
const ON_CHAIN = /^0x[0-9a-f]{40}$/i;
const ADDRESS_CHARS_MAX = 120;
/** Two words make a name; three tied by dots can be an order. */
const TIED_MAX = 2;
const DOMAIN_WORDS_MAX = 5;

function isAddress(text: string): boolean {
  if (ON_CHAIN.test(text)) return true;
  if (text.length > ADDRESS_CHARS_MAX || !ADDRESS.test(text)) return false;
  const [local = "", domain = ""] = text.split("@");
  return (
    wordsIn(local) <= TIED_MAX &&
    domain.split(".").every((it) => wordsIn(it) <= TIED_MAX) &&
    wordsIn(domain) <= DOMAIN_WORDS_MAX
  );
}

/** Widely used media types; any other could be somebody's words. */
const KNOWN_TYPES =
  /^(?:text\/(?:plain|html|css|csv|markdown|xml|calendar|vcard|javascript|rtf)|image\/(?:png|jpeg|gif|webp|svg\+xml|avif|heic|tiff|bmp)|audio\/(?:mpeg|mp4|ogg|wav|x-wav|aac|flac|webm|opus)|video\/(?:mp4|mpeg|ogg|webm|quicktime)|font\/(?:ttf|otf|woff2?)|message\/rfc822|application\/(?:json|ld\+json|pdf|xml|zip|gzip|x-tar|x-7z-compressed|octet-stream|rtf|yaml|x-yaml|toml|sql|javascript|wasm|epub\+zip|msword|vnd\.ms-(?:excel|powerpoint|outlook)|vnd\.oasis\.opendocument\.(?:text|spreadsheet|presentation)|vnd\.openxmlformats-officedocument\.(?:wordprocessingml\.document|spreadsheetml\.sheet|presentationml\.presentation)))$/i;

/** The number of words tied together: a digit or a capital begins another. */
function wordsIn(text: string): number {
  const parted = text.replace(/(\p{Ll})(?=\p{Lu})|\p{N}/gu, "$1 ");
  return parted.split(/[^\p{L}]+/u).filter((it) => it !== "").length;
}

/** How a sentence shows words that are not its own. */
interface Writing {
  /** A word chosen by others. */
  quote(word: string): string;
  /** One of our tools, by its name without the prefix. */
  tool(name: string): string;
}

const TOKEN = /[^\s()"';,]+/g;
const TOOL = /^svc\.(?=[a-z_]+[.:!?]*$)/;
/** Text of others that a sentence of the service can contain: an address, a type, a URL. */
const CHOSEN = /.@.|^[a-z]+:\/\/.|^[a-z]+\/[a-z0-9]/i;

/** A sentence of the service, with words chosen by others quoted unless they are unfenced. */
export function quoteChosen(
  sentence: string,
  { quote, tool }: Writing,
): string {
  return sentence.replace(TOKEN, (token) => {
    if (TOOL.test(token)) return tool(token.replace(TOOL, ""));
    const word = token.replace(/[.:!?]+$/, "");
    const isOwn =
      !CHOSEN.test(word) || isAddress(word) || KNOWN_TYPES.test(word);
    return isOwn ? token : quote(word) + token.slice(word.length);
  });
}
