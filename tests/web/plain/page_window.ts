/**
 * The window of a page without a browser, and how scripts run in it: its names are given to a
 * script as those of its own, so that no test of this process ever sees them.
 * @module
 */

import type { Window as PlainWindow } from "happy-dom";
import { isShown } from "./roles.ts";

export type Globals = Readonly<Record<string, unknown>>;

/** Members of a window that stand in the way of the service's own. */
const OWN = [
  "AbortController",
  "AbortSignal",
  "Blob",
  "File",
  "FormData",
  "Headers",
  "Request",
  "Response",
  "URL",
  "URLSearchParams",
  "ReadableStream",
  "TextDecoder",
  "TextEncoder",
  "crypto",
  "performance",
  "setImmediate",
  "clearImmediate",
];
const NAME = /^[A-Za-z]\w*$/;

/** Everything that a script finds in a window. */
export function namesOf(window: PlainWindow): Globals {
  const names = new Set<string>();
  for (let it: object | null = window; it; it = Object.getPrototypeOf(it)) {
    for (const name of Object.getOwnPropertyNames(it)) names.add(name);
  }
  const globals: Record<string, unknown> = {};
  for (const name of names) {
    if (!NAME.test(name) || LANGUAGE.has(name)) continue;
    const value: unknown = Reflect.get(window, name);
    globals[name] =
      typeof value === "function" && /^[a-z]/.test(name)
        ? value.bind(window)
        : value;
  }
  for (const name of OWN) globals[name] = Reflect.get(globalThis, name);
  return globals;
}

/** Names of the language itself, which a window has, too. */
const LANGUAGE: ReadonlySet<string> = new Set([
  ...Object.getOwnPropertyNames(globalThis).filter((name) =>
    /^(?:[A-Z]\w*(?:Array|Error)|Array|ArrayBuffer|Atomics|BigInt|Boolean|DataView|Date|Function|Infinity|Intl|JSON|Map|Math|NaN|Number|Object|Promise|Proxy|Reflect|RegExp|Set|SharedArrayBuffer|String|Symbol|WeakMap|WeakRef|WeakSet|decodeURI\w*|encodeURI\w*|escape|eval|isFinite|isNaN|parseFloat|parseInt|undefined|unescape|FinalizationRegistry|WebAssembly|Iterator)$/.test(
      name,
    ),
  ),
  "constructor",
  "undefined",
  "eval",
]);

const SCRIPTS_MAX = 50;
const scripts = new Map<string, (globals: Globals) => unknown>();

/** One function a script, so that what was compiled of it serves the next page. */
export function scriptOf(
  code: string,
  globals: Globals,
): (globals: Globals) => unknown {
  const known = scripts.get(code);
  if (known) return known;
  const names = Object.keys(globals);
  const compiled = new Function(...names, code);
  const run = (of: Globals): unknown =>
    compiled(...names.map((name) => of[name]));
  if (scripts.size < SCRIPTS_MAX) scripts.set(code, run);
  return run;
}

/** A page without a stylesheet cannot know it: everything is in sight, and of one size. */
export function prepare(window: PlainWindow): void {
  const element = window.document.createElement("div");
  for (const name of SIZES) define(element, name, { get: () => 720 });
  const line = new window.DOMRect(0, 0, 720, 20);
  define(element, "getBoundingClientRect", { value: () => line });
  define(element, "checkVisibility", {
    value(this: Element) {
      return isShown(this);
    },
  });
}

const SIZES = ["clientHeight", "clientWidth", "offsetHeight", "offsetWidth"];

/** Defines what all elements have, where happy-dom has it. */
function define(element: object, name: string, how: PropertyDescriptor): void {
  let owner = Object.getPrototypeOf(element);
  for (let it = owner; it && it !== Object.prototype; ) {
    if (Object.hasOwn(it, name)) owner = it;
    it = Object.getPrototypeOf(it);
  }
  Object.defineProperty(owner, name, { ...how, configurable: true });
}
