import { htmlDocument } from "../../packages/standards/src/html.ts";
import type { Language } from "../core/base/words/languages.ts";
import { sayIn } from "../core/base/words/say_in.ts";
import { FONT_PATH } from "./bundle.ts";
import type { WebBundle } from "./kept_bundle.ts";

/**
 * The app may only run its own files and call its own service. Frames are for
 * the browser's PDF viewer.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' blob:",
  "media-src blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "frame-src blob:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

export const APP_HEADERS: Readonly<Record<string, string>> = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "cross-origin-opener-policy": "same-origin",
  "x-content-type-options": "nosniff",
  "referrer-policy": "same-origin",
  "permissions-policy": "camera=(), microphone=(), geolocation=()",
  "cache-control": "no-cache",
};

/** The app's one page; the script and the address decide what it shows. */
export function appPage(bundle: WebBundle, language: Language): string {
  const { script, style, texts } = bundle;
  const say = sayIn(language);
  const words = texts[language];
  return htmlDocument({
    language,
    title: "Conversation inbox",
    head: `<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="manifest" href="/manifest.webmanifest">
<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${style}">
${words === undefined ? "" : `<script defer src="${words}"></script>\n`}<script type="module" src="${script}"></script>`,
    body: `<div id="app"><p class="boot" role="status">${say`Opening your inbox…`}</p></div>
<noscript><p class="boot">${say`The inbox needs JavaScript. You can also do everything over the API:`} <a href="/docs">${say`see how`}</a>.</p></noscript>`,
  });
}
