/**
 * How is a page for people made on the server? `forms.ts` makes its forms, `language.ts`
 * chooses its language, `error_page.ts` shows an error, `assets.ts` serves the few scripts
 * and the worker that shows Web Push.
 * @module
 */
import { escaped, htmlDocument } from "../../packages/standards/src/html.ts";
import { cleanLine, firstChars } from "../core/base/text.ts";
import { timeInWords } from "../core/base/time.ts";
import type { Say } from "../core/base/words/say.ts";
import { sayInEnglish } from "../core/base/words/say.ts";
import {
  ADDRESS_SCRIPT,
  COPY_SCRIPT,
  ICON_FILE,
  PAGE_HEADERS,
  PASSKEY_SCRIPT,
  STYLESHEET,
  ZONE_SCRIPT,
} from "./assets.ts";

/** Options for answering with a page. */
export interface PageOptions {
  readonly status?: number;
  /** Translates into the page's language; English if absent. */
  readonly say?: Say;
  /** How many seconds to wait before the next try (RFC 9110, section 10.2.3). */
  readonly retryAfter?: string;
  /** Where its form may lead besides here: an origin or a scheme (CSP form-action). */
  readonly formTarget?: string;
  /** The one script that the page may run; most have none. */
  readonly script?: keyof typeof SCRIPTS;
  /** True for a page with more content than one field. */
  readonly isWide?: boolean;
  /** True for a page whose address is a secret: nothing it loads or links to sees it. */
  readonly hasSecretAddress?: boolean;
  /** The preview of a link to it, as others show it (ogp.me). */
  readonly preview?: LinkPreview;
}

/** The preview of a link to a page, as text. */
export interface LinkPreview {
  readonly title: string;
  readonly description: string;
  readonly url: string;
}

const STYLE_LINKS = `<link rel="icon" href="${ICON_FILE.href}" type="image/svg+xml">
<link rel="stylesheet" href="${STYLESHEET.href}">`;
/** Longer descriptions are cut by those who show them. */
const PREVIEW_CHARS = 200;
const SCRIPTS = {
  passkeys: PASSKEY_SCRIPT,
  address: ADDRESS_SCRIPT,
  copy: COPY_SCRIPT,
  zone: ZONE_SCRIPT,
} as const;

/** The scripts that call the service. */
const ASKING: ReadonlySet<keyof typeof SCRIPTS> = new Set([
  "passkeys",
  "address",
]);

/** Answers with one of our pages: never cached, never framed, forms only to ourselves. */
export function pageResponse(
  title: string,
  body: string,
  options: PageOptions = {},
): Response {
  const { status = 200, script, isWide = false } = options;
  const { say = sayInEnglish, preview } = options;
  const shown = `${title} · Conversation inbox`;
  const html = htmlDocument({
    language: say.language,
    // Read out first when the page comes back with an error.
    title: status >= 400 ? say`Error: ${shown}` : shown,
    head:
      STYLE_LINKS +
      (script ? scriptLink(script) : "") +
      (preview ? previewTags(preview) : ""),
    body: `<header><p class="brand"><img src="${ICON_FILE.href}" alt="" width="28" height="28"> Conversation inbox</p></header>
<main class="${isWide ? "card wide" : "card"}">
${body}
</main>`,
  });
  return new Response(html, {
    status,
    headers: {
      ...PAGE_HEADERS,
      "content-language": say.language,
      ...(options.retryAfter !== undefined && {
        "retry-after": options.retryAfter,
      }),
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": policyOf(options),
      "cache-control": "no-store",
      // A page forged elsewhere still sends its origin.
      "referrer-policy": options.hasSecretAddress
        ? "no-referrer"
        : "same-origin",
    },
  });
}

function scriptLink(script: keyof typeof SCRIPTS): string {
  return `\n<script type="module" src="${SCRIPTS[script].href}"></script>`;
}

function previewTags({ title, description, url }: LinkPreview): string {
  const text = firstChars(cleanLine(description), PREVIEW_CHARS);
  return [
    ["name", "description", text],
    ["property", "og:type", "profile"],
    ["property", "og:title", title],
    ["property", "og:description", text],
    ["property", "og:url", url],
    ["name", "twitter:card", "summary"],
  ]
    .map(
      ([kind, name, content = ""]) =>
        `\n<meta ${kind}="${name}" content="${escaped(content)}">`,
    )
    .join("");
}

function policyOf({ formTarget, script }: PageOptions): string {
  return [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    ...(script ? ["script-src 'self'"] : []),
    ...(script && ASKING.has(script) ? ["connect-src 'self'"] : []),
    "base-uri 'none'",
    `form-action 'self'${formTarget === undefined ? "" : ` ${formTarget}`}`,
    "frame-ancestors 'none'",
  ].join("; ");
}

/** A person's name or address within a sentence, with its own text direction. */
export function isolated(text: string): string {
  return `<bdi>${escaped(text)}</bdi>`;
}

/** A time for a person, in their zone if it is known, together with the one for programs. */
export function momentText(
  at: string,
  { language }: Say,
  timeZone?: string | null,
): string {
  return `<time datetime="${escaped(at)}">${timeInWords(Date.parse(at), timeZone, language)}</time>`;
}

/** Redirects the browser, with cookies set on the way. */
export function redirectTo(
  location: string,
  cookies: readonly string[] = [],
): Response {
  const headers = new Headers({ location, "cache-control": "no-store" });
  for (const cookie of cookies) headers.append("set-cookie", cookie);
  return new Response(null, { status: 303, headers });
}
