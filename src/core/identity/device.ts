import { cleanLine, firstChars } from "../base/text.ts";

/** Browsers by their marks, with their usual names; the first match counts. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdgA?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|CriOS|Chromium)\//, "Chrome"],
  [/\bVersion\/.*\bSafari\//, "Safari"],
  [/^curl\//, "curl"],
];
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b|\bMacintosh\b/, "Mac"],
  [/\bLinux\b/, "Linux"],
];

const CHARS_MAX = 300;

/** The User-Agent header of a session, made safe to show and limited. */
export function shownUserAgent(userAgent: string | null): string | null {
  return userAgent === null
    ? null
    : firstChars(cleanLine(userAgent), CHARS_MAX);
}

/**
 * A device in plain words, such as "Firefox on Linux". It is the device's own claim, so
 * nothing depends on it.
 */
export function deviceOf(userAgent: string | null): string {
  const text = shownUserAgent(userAgent) ?? "";
  const browser = named(BROWSERS, text);
  const system = named(SYSTEMS, text);
  if (browser && system) return `${browser} on ${system}`;
  return browser ?? system ?? "Unknown device";
}

function named(
  names: readonly (readonly [RegExp, string])[],
  text: string,
): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1];
}
