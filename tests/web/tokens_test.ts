import { expect, test } from "bun:test";
import {
  AGENT_BACKS,
  PERSON_BACKS,
} from "../../packages/web/src/ui/avatar.tsx";
import { DOTS } from "../../packages/web/src/ui/badge.tsx";

const CSS = await Bun.file("packages/web/src/shell/app.css").text();
const DESIGN = await Bun.file("docs/design.md").text();

const TEXT_MIN = 4.5;
const EDGE_MIN = 3;
const WHITE = "#ffffff";

type Pair = readonly [light: string, dark: string];

const COLOURS: ReadonlyMap<string, Pair> = new Map(
  [...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = "", light = "", dark = ""]) => [name, [light, dark]],
  ),
);

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast of two colours (WCAG 2.2, 1.4.3). */
function contrast(one: string, other: string): number {
  const [dim = 0, bright = 0] = [luminance(one), luminance(other)].sort(
    (a, b) => a - b,
  );
  return (bright + 0.05) / (dim + 0.05);
}

/** Pairs of colours with too little contrast, in either theme. */
function faint(
  fronts: readonly string[],
  grounds: readonly string[],
  least: number,
): readonly string[] {
  return fronts.flatMap((front) =>
    grounds.flatMap((ground) =>
      [0, 1].flatMap((theme) => {
        const found = contrast(
          COLOURS.get(front)?.[theme] ?? "",
          COLOURS.get(ground)?.[theme] ?? "",
        );
        return found >= least ? [] : [`${front} on ${ground}: ${found}`];
      }),
    ),
  );
}

const GROUNDS = ["page", "card", "side", "hover", "chosen", "faint"];

test("text can be read on every ground, and edges be seen, in both themes", () => {
  expect(COLOURS.size).toBeGreaterThan(20);
  const texts = ["text", "soft", "quiet", "accent"];
  const states = ["good", "warn", "error", "agent"];
  expect(faint([...texts, ...states], GROUNDS, TEXT_MIN)).toEqual([]);
  for (const it of states) {
    const fronts = [it, "text", "soft", "quiet"];
    expect(faint(fronts, [`${it}-back`], TEXT_MIN)).toEqual([]);
  }
  expect(faint(["accent", "text"], ["accent-back"], TEXT_MIN)).toEqual([]);
  expect(faint(["on-accent"], ["accent", "strong"], TEXT_MIN)).toEqual([]);
  expect(faint(["edge", "accent"], GROUNDS, EDGE_MIN)).toEqual([]);
  const backs = [...AGENT_BACKS, ...PERSON_BACKS].map(hexOf);
  expect(backs.filter((it) => !(contrast(WHITE, it) >= TEXT_MIN))).toEqual([]);
});

test("violet belongs to agents alone", () => {
  const isViolet = (it: string) => {
    const hue = hueOf(hexOf(it));
    return hue > 240 && hue < 310;
  };
  expect(AGENT_BACKS.filter((it) => !isViolet(it))).toEqual([]);
  expect([...PERSON_BACKS, ...DOTS].filter(isViolet)).toEqual([]);
});

/** The colour that a class of the style names. */
function hexOf(name: string): string {
  return name.slice("bg-[".length, -1);
}

/** The hue of a colour in degrees. */
function hueOf(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    Number.parseInt(hex.slice(at, at + 2), 16),
  );
  const angle = Math.atan2(
    Math.sqrt(3) * (green - blue),
    2 * red - green - blue,
  );
  return (angle * 180) / Math.PI + (angle < 0 ? 360 : 0);
}

test("the document lists the colours as they are", () => {
  for (const pair of COLOURS.values()) {
    for (const colour of pair) expect(DESIGN).toContain(colour);
  }
});
