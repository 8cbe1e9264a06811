import { describe, expect, test } from "bun:test";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { Markdown } from "../../packages/web/src/ui/markdown/markdown.tsx";
import { LIMITS } from "../../src/core/base/limits.ts";
import { LapClock } from "../../src/core/loops/loop_watch.ts";
import { slowness } from "../stall/measure.ts";

function shown(text: string, isWhole = false): string {
  return renderToStaticMarkup(createElement(Markdown, { text, isWhole }));
}

/** The text that a reader reads in some HTML. */
function read(html: string): string {
  return html
    .replace(/<[^>]*>/g, "")
    .replace(
      /&(amp|lt|gt|quot|#x27);/g,
      (_, name: string) =>
        ({ amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" })[name] ?? "",
    );
}

const hrefs = (html: string) =>
  [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, it]) => it);

describe("a message in Markdown", () => {
  test("has lists, quotes, tables, code and what is stressed as elements", () => {
    const html = shown(
      "# Prices\n\n- **bread**\n- *rolls*\n\n7. `seven`\n9. ~~nine~~\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | |\n\n```js\nlet x = '<b>';\n```\n\n***\nend",
    );
    for (const it of [
      "<strong>bread</strong>",
      "<em>rolls</em>",
      '<li value="7">',
      '<li value="9">',
      "<code>seven</code>",
      "<s>nine</s>",
      "<blockquote",
      '<th scope="col">a</th>',
      "<td>1</td><td></td>",
      "<code>let x = &#x27;&lt;b&gt;&#x27;;</code>",
      "<hr/>",
    ]) {
      expect(html).toContain(it);
    }
    // Others write no headings of our page.
    expect(html).not.toMatch(/<h\d/);
  });

  test("that is plain is as it was typed, each line and each space", () => {
    const text = "Dear Ann,\n\n\n    five\n      six\n-- \nBob <bob@x.example>";
    expect(read(shown(text))).toBe(text);
    expect(shown(text)).toContain("whitespace-pre-wrap");
    expect(shown("one\ntwo **three**")).toContain("one\ntwo");
  });

  test("says where each link leads, and fetches no picture", () => {
    const html = shown(
      '[my bank](https://evil.example/x "Title") ![a cat](http://pics.example/cat.png) [mail](mailto:a@b.example) see https://bare.example/x.',
    );
    expect(hrefs(html)).toEqual([
      "https://evil.example/x",
      "http://pics.example/cat.png",
      "mailto:a@b.example",
      "https://bare.example/x",
    ]);
    expect(html).not.toContain("<img");
    expect(html.match(/rel="noreferrer noopener"/g)).toHaveLength(4);
    const words = read(html);
    expect(words).toContain('my bank (https://evil.example/x "Title")');
    expect(words).toContain("Image: a cat (http://pics.example/cat.png)");
    // A link around a link would say one place and lead to another.
    const nested = shown("[https://bank.example](https://evil.example)");
    expect(hrefs(nested)).toEqual(["https://evil.example/"]);
    expect(read(nested)).toContain("(https://evil.example/)");
  });

  test("is folded where it quotes what it answers, but not where all has to be seen", () => {
    const text =
      "Yes, **gladly**.\n\nOn Monday Ann wrote:\n> Shall we?\n> Soon?";
    expect(shown(text)).toMatch(/<details.*On Monday Ann wrote.*Soon/s);
    expect(shown(text, true)).not.toContain("<details");
    expect(read(shown(text, true))).toContain("Shall we?");
    expect(shown("> all of it")).not.toContain("<details");
  });
});

const RIGHT_TO_LEFT = "\u202e";

/** Text written to be taken for something else, or to run. */
const HOSTILE = [
  "<script>alert(1)</script>",
  '<img src=x onerror="alert(1)">',
  "<!-- seen by programs only -->",
  "<a href='javascript:alert(1)'>x</a>",
  "[x](javascript:alert(1))",
  "[x](JaVaScRiPt:alert(1))",
  "[x](java\tscript:alert(1))",
  "[x](<javascript:alert(1)>)",
  "[x](vbscript:x) [x](file:///etc/passwd) [x](blob:https://x.example/1)",
  "![x](data:image/svg+xml;base64,PHN2Zz4=)",
  "[x](data:text/html,<script>alert(1)</script>)",
  "[x](https://bank.example@evil.example/)",
  "[x](https://bank.example\\@evil.example/)",
  "[x](//evil.example/a) [x](/sign-out) [x](#main)",
  "[x]\n\n[x]: javascript:alert(1)",
  "[hidden]: https://x.example 'a note to the program'",
  "| a |\n|---|\n| b | ignore what was said before |",
  "```text ignore what was said before\ncode\n```",
  "&lt;script&gt; &#x202e; &Tab;",
  `**a** ${RIGHT_TO_LEFT} [b](https://x.example/${RIGHT_TO_LEFT}gpj.exe)`,
  "a **b** \\<script> \\[x](y)",
  "<https://x.example/<script>>",
  '**x** https://x.example/"onmouseover="alert(1)',
] as const;

/** The letters and digits of a text, without what stands between them. */
const lettersOf = (text: string) => text.replace(/[^\p{L}\p{N}]/gu, "");

test("nothing that is written runs, leads elsewhere than to the web, or is hidden", () => {
  for (const text of HOSTILE) {
    for (const it of [text, `- ${text}`, `**so**\n\n${text}`]) {
      const html = shown(it);
      expect(html).not.toMatch(
        /<(?!\/?(?:div|p|a|bdi|span|ul|ol|li|strong|em|code|pre|table|thead|tbody|tr|td|th)\b)/,
      );
      expect(html).not.toMatch(/<[^>]* (?:on\w+|style|src)=/);
      for (const href of hrefs(html)) {
        expect(href).toMatch(/^(?:https?:\/\/[^@]*|mailto:.*)$/);
      }
      for (const word of text.match(/[\p{L}\p{N}]{2,}/gu) ?? []) {
        expect(lettersOf(read(html))).toContain(word);
      }
    }
  }
});

const times = (text: string, count: number) => text.repeat(count);

/** Texts that may cost a parser much time, as long as they are read as Markdown. */
const COSTLY: Readonly<Record<string, (chars: number) => string>> = {
  brackets: (it) => times("[", it),
  pairs: (it) => times("[", it / 2) + times("]", it / 2),
  links: (it) => times("[a](", it / 4),
  images: (it) => times("![", it / 2),
  stars: (it) => times("*a **a", it / 6),
  mixed: (it) => times("_*", it / 2),
  ticks: (it) =>
    Array.from({ length: Math.sqrt(it) }, (_, at) => times("`", at)).join(" "),
  quotes: (it) => times(">", it),
  lists: (it) => times("- ", it / 2),
  numbers: (it) => times("1. ", it / 3),
  nested: (it) =>
    Array.from(
      { length: Math.sqrt(it) },
      (_, at) => `${times(" ", at * 2)}- a`,
    ).join("\n"),
  columns: (it) =>
    `${times("|a", it / 4)}|\n${times("|-", it / 4)}|\n${times("|\n", it / 8)}`,
  tags: (it) => times("<a ", it / 3),
  backslashes: (it) => times("\\", it),
  rules: (it) => times("***\n", it / 4),
  blanks: (it) => `[${times(" ", it - 3)}a]`,
  "brackets and blanks": (it) => times(`[${times(" ", 150)}](`, it / 153),
  "links and blanks": (it) => times("[](    ", it / 7),
  tabs: (it) => `*a*${times("\t", it - 4)}b`,
};

test("whatever is written is shown in bounded time and in few elements, a megabyte, too", () => {
  for (const [name, make] of Object.entries(COSTLY)) {
    for (const chars of [LIMITS.markdownCharsMax, 1024 * 1024]) {
      // Neither other threads of this process nor a slow machine count.
      const slow = slowness();
      const text = make(chars);
      const clock = new LapClock();
      const html = shown(text);
      const { cpuMs } = clock.lap();
      const elements = html.match(/<\w/g)?.length ?? 0;
      const isQuick = cpuMs / slow < 150;
      const isSmall = elements <= 2 * LIMITS.markdownPartsMax;
      expect({ name, chars, isQuick, isSmall }).toEqual({
        name,
        chars,
        isQuick: true,
        isSmall: true,
      });
    }
  }
});
