/** Letters of other scripts, and small capitals, by the similar Latin letter. */
const LOOKS: Readonly<Record<string, string>> = {
  a: "аАαΑɑᴀ4",
  c: "сСϲᴄ",
  d: "ԁԀᴅɗ",
  e: "еЕεΕҽєᴇ3",
  h: "һНհΗʜ",
  l: "iIіІιΙıɪӏӀʟ1|!",
  m: "мМΜᴍ",
  n: "ոΝηпᴨɴ",
  o: "оОοΟσօᴏ0",
  r: "гꭇʀ",
  s: "ѕЅꜱ5$",
  t: "тТτΤᴛ7",
  u: "υսᴜvνѵ",
  y: "уУγΥүҮʏ",
};

const LETTER_OF: ReadonlyMap<string, string> = new Map(
  Object.entries(LOOKS).flatMap(([letter, alike]) =>
    [...alike].map((it) => [it, letter] as const),
  ),
);

/** Latin letters that together look like one. */
const PAIRS: readonly (readonly [RegExp, string])[] = [
  [/rn|nn/g, "m"],
  [/cl/g, "d"],
];

/** A text with every similar letter replaced by the Latin one; the rest stays. */
export function lettersOf(text: string): string {
  return [...text.normalize("NFKC")]
    .map((char) => LETTER_OF.get(char) ?? char.toLowerCase())
    .join("");
}

/** The looks of a name: equal for names that can be confused. */
export function looksOf(name: string): string {
  let letters = "";
  for (const char of name.normalize("NFKD")) {
    const letter = LETTER_OF.get(char) ?? char.toLowerCase();
    letters += LETTER_OF.get(letter) ?? letter;
  }
  let looks = letters.replace(/[^\p{L}\p{N}]/gu, "");
  for (const [pair, one] of PAIRS) looks = looks.replace(pair, one);
  return looks;
}
