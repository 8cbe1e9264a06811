import { escaped } from "../../standards/src/html.ts";
import type { CodeSample } from "./samples.ts";

const LABELS: Readonly<Record<CodeSample["language"], string>> = {
  sh: "curl",
  ts: "TypeScript",
  python: "Python",
};

/** One text in several languages; without a script, all of them are shown. */
export function codeTabs(samples: readonly CodeSample[]): string {
  const blocks = samples.map(({ language, code }) =>
    codeBlock(escaped(code), LABELS[language], language),
  );
  return `<div class="tabs">${blocks.join("")}</div>`;
}

/** A block with a copy button; `html` is the escaped code. */
export function codeBlock(
  html: string,
  label = "",
  language: string | undefined = undefined,
): string {
  const said = language === undefined ? "" : ` data-language="${language}"`;
  // The keyboard reaches a block that scrolls.
  return `<figure class="code"${said}>${label && `<figcaption>${label}</figcaption>`}<pre tabindex="0"><code>${html}</code></pre></figure>`;
}

const BLOCK =
  /<pre><code(?: class="language-([\w-]+)")?>([\s\S]*?)<\/code><\/pre>\n?/g;
/** Consecutive blocks. */
const RUN = new RegExp(`(?:${BLOCK.source})+`, "g");

/** Makes blocks of rendered Markdown; consecutive ones in several languages become one. */
export function withCode(html: string): string {
  return html.replace(RUN, (run) => {
    const blocks = [...run.matchAll(BLOCK)];
    const isTabs = blocks.length > 1;
    const shown = blocks.map(([, language, text = ""]) =>
      isTabs && isLanguage(language)
        ? codeBlock(text, LABELS[language], language)
        : codeBlock(text),
    );
    return isTabs
      ? `<div class="tabs">${shown.join("")}</div>`
      : shown.join("");
  });
}

function isLanguage(name: string | undefined): name is CodeSample["language"] {
  return name !== undefined && Object.hasOwn(LABELS, name);
}
