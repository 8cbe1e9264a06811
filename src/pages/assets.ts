import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sha256 } from "../core/base/digest.ts";
import type { PageScript } from "../http/page_script.ts";
import { pageScript } from "../http/page_script.ts";
import { urlOf } from "../http/request_info.ts";
import { tagged } from "../http/tagged.ts";
import type { AuthRoute } from "./route.ts";
import COLOURS from "./style/colours.css" with { type: "text" };
import FORM from "./style/form.css" with { type: "text" };
import FRONT from "./style/front.css" with { type: "text" };
import INVITE from "./style/invite.css" with { type: "text" };
import PAGE from "./style/page.css" with { type: "text" };
import PART from "./style/part.css" with { type: "text" };

/** Our pages may load only the service's stylesheet. */
export const PAGE_HEADERS: Readonly<Record<string, string>> = {
  "content-security-policy":
    "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
};

/** A file that our pages load, under an address that changes with its content. */
interface Asset {
  readonly path: string;
  /** The path with the version, as pages link it. */
  readonly href: string;
  readonly version: string;
  readonly type: string;
  readonly content: string | Uint8Array<ArrayBuffer>;
}

const VERSION_CHARS = 16;

function icon(more = ""): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#4353e0"/><path d="M8 9h16v14H8zl8 7 8-7" fill="none" stroke="#fff" stroke-width="2.5" stroke-linejoin="round"/>${more}</svg>`;
}

const DOT = `<circle cx="25" cy="7" r="6" fill="#e0383e" stroke="#fff" stroke-width="2"/>`;

/** The stylesheet of the front page, sign-in, sign-up, consent, home and the invite. */
export const STYLESHEET = asset(
  "/auth.css",
  "text/css",
  [COLOURS, PAGE, FORM, PART, INVITE, FRONT].join(""),
);
/** Passkeys, which no form can request. */
export const PASSKEY_SCRIPT = script("/auth.js", "passkey");
/** Shows while typing whether an address is free; the form works without it. */
export const ADDRESS_SCRIPT = script("/address.js", "address");
/** Shows pushed notices, even with the inbox closed; it stores nothing. */
const PUSH_WORKER = script("/push_worker.js", "push_worker");
/** Copies commands from a page. */
export const COPY_SCRIPT = script("/copy.js", "copy");
/** Shows times in the browser's zone. */
export const ZONE_SCRIPT = script("/zone.js", "zone");
/** The service's icon for browser tabs. */
export const ICON_FILE = asset("/icon.svg", "image/svg+xml", icon());
/** The same with an unread mark. */
const UNREAD_ICON_FILE = asset("/icon_unread.svg", "image/svg+xml", icon(DOT));

/** For systems without SVG; the last fills any shape that they cut out. */
const ICON_IMAGES = [
  [image("icon_192.png"), "192x192", "any"],
  [image("icon_512.png"), "512x512", "any"],
  [image("icon_maskable_512.png"), "512x512", "maskable"],
] as const;

/** Makes the inbox installable, in its own window. */
const MANIFEST_FILE = asset(
  "/manifest.webmanifest",
  "application/manifest+json",
  JSON.stringify({
    id: "/",
    name: "Conversation inbox",
    short_name: "Inbox",
    start_url: "/inbox",
    scope: "/",
    display: "standalone",
    background_color: "#ffffff",
    theme_color: "#4353e0",
    icons: [
      {
        src: ICON_FILE.path,
        sizes: "any",
        type: ICON_FILE.type,
        purpose: "any",
      },
      ...ICON_IMAGES.map(([{ path: src, type }, sizes, purpose]) => {
        return { src, sizes, type, purpose };
      }),
    ],
  }),
);

/** The files that our pages load; they contain nothing private. */
export function assetRoutes(): readonly AuthRoute[] {
  const files = [
    STYLESHEET,
    PASSKEY_SCRIPT,
    ADDRESS_SCRIPT,
    COPY_SCRIPT,
    ZONE_SCRIPT,
    PUSH_WORKER,
    ICON_FILE,
    UNREAD_ICON_FILE,
    ...ICON_IMAGES.map(([file]) => file),
    MANIFEST_FILE,
  ];
  return [
    ...files.map(
      (file): AuthRoute => ({
        method: "GET",
        path: file.path,
        handle: (request) => serve(file, request),
      }),
    ),
    // Paths that browsers request without a page.
    {
      method: "GET",
      path: "/favicon.ico",
      handle: () =>
        new Response(null, {
          status: 301,
          headers: { location: ICON_FILE.path },
        }),
    },
  ];
}

function asset(
  path: string,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
): Asset {
  const version = sha256(content).slice(0, VERSION_CHARS);
  return { path, href: `${path}?v=${version}`, version, type, content };
}

/** A picture of the icon, drawn once from the SVG. */
function image(name: string): Asset {
  const bytes = readFileSync(join(import.meta.dir, "icons", name));
  return asset(`/${name}`, "image/png", new Uint8Array(bytes));
}

function script(path: string, name: PageScript): Asset {
  return asset(path, "text/javascript", pageScript(name));
}

/** Cached forever under the versioned address, otherwise revalidated (RFC 9110, 8.8.3). */
function serve(file: Asset, request: Request): Response {
  const { version, type, content } = file;
  const isVersioned = urlOf(request).searchParams.get("v") === version;
  return tagged(request, `"${version}"`, content, {
    ...PAGE_HEADERS,
    "content-type":
      typeof content === "string" ? `${type}; charset=utf-8` : type,
    "cache-control": isVersioned
      ? "public, max-age=31536000, immutable"
      : "no-cache",
  });
}
