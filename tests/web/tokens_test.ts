import { expect, test } from "bun:test";
import { AVATAR_BACKS } from "../../packages/web/src/ui/avatar.tsx";

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
  const backs = AVATAR_BACKS.map((it) => it.slice("bg-[".length, -1));
  expect(backs.filter((it) => !(contrast(WHITE, it) >= TEXT_MIN))).toEqual([]);
});

test("the document lists the colours as they are", () => {
  for (const pair of COLOURS.values()) {
    for (const colour of pair) expect(DESIGN).toContain(colour);
  }
});
