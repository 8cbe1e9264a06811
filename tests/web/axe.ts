import { expect } from "bun:test";
import { source as AXE } from "axe-core";
import type { Page } from "playwright-core";
import { sample } from "../proof.ts";

interface Found {
  readonly passed: number;
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly {
      readonly html: string;
      readonly failureSummary: string;
    }[];
  }[];
}

const RULES = [
  "wcag2a",
  "wcag2aa",
  "wcag21a",
  "wcag21aa",
  "wcag22aa",
  "best-practice",
];
/** The rules that depend on the colours. */
const COLOUR_RULES = ["color-contrast", "link-in-text-block"];

/** Findings of axe on a page, a line each. */
async function faultsOf(
  page: Page,
  { rules, passesMin }: { rules: readonly string[]; passesMin: number },
): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) {
    await page.evaluate(AXE);
  }
  const found = await page.evaluate<Found>(
    // Each passed element with its HTML would be megabytes that nobody reads.
    `axe.run({ runOnly: ${JSON.stringify(rules)}, resultTypes: ["violations"] })
      .then(({ passes, violations }) => ({ passed: passes.length, violations }))`,
  );
  // A run that checked nothing would find nothing.
  expect(found.passed).toBeGreaterThanOrEqual(passesMin);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ html, failureSummary }) =>
        `${id}: ${html.slice(0, 200)} ${failureSummary}`,
    ),
  );
}

/** The colour behind every page of ours, by the scheme that the device asks for. */
const BEHIND = {
  light: "rgb(251, 251, 252)",
  dark: "rgb(17, 17, 20)",
} as const;

/** All is asked in the first scheme of a look, and in another one what may differ there. */
const ASKED = {
  first: { rules: RULES, passesMin: 10 },
  other: { rules: COLOUR_RULES, passesMin: 1 },
} as const;

const SCHEMES = ["light", "dark"] as const;
type Scheme = (typeof SCHEMES)[number];

/**
 * In which schemes a sweep looks at the nth page, at the first and at the second width: each day
 * in one scheme at the first width, and in the proof in both at both. Whether a page fits is
 * asked at each width each day.
 */
export function schemesOf(
  page: number,
  width: "first" | "second" = "first",
): readonly Scheme[] {
  const one: Scheme = Math.floor(page / 2) % 2 === 0 ? "light" : "dark";
  return sample<readonly Scheme[]>(width === "first" ? [one] : [], SCHEMES);
}

/** Each day a state of a page is looked at in one scheme, whichever; in the proof in both. */
function schemesFor(name: string): readonly Scheme[] {
  return sample<readonly Scheme[]>(
    name.length % 2 === 0 ? ["light"] : ["dark"],
    SCHEMES,
  );
}

/** Checks what a page shows in colour schemes, and that it fits its width. */
export async function check(
  page: Page,
  name: string,
  schemes: readonly Scheme[] = schemesFor(name),
): Promise<void> {
  for (const [nth, colorScheme] of schemes.entries()) {
    // A colour on its way from one scheme to the other would be measured.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.evaluate(
      `new Promise((done) => {
        const look = () =>
          getComputedStyle(document.body).backgroundColor === "${BEHIND[colorScheme]}"
            ? requestAnimationFrame(() => done())
            : requestAnimationFrame(look);
        look();
      }).then(() => {
        for (const it of document.getAnimations()) {
          if (it instanceof CSSTransition) it.finish();
        }
      })`,
    );
    const says = (faults: readonly string[]) => ({ name, colorScheme, faults });
    const faults = await faultsOf(page, ASKED[nth === 0 ? "first" : "other"]);
    expect(says(faults)).toEqual(says([]));
  }
  const fits = { name, isTooWide: await isTooWide(page) };
  expect(fits).toEqual({ name, isTooWide: false });
}

/** True if a page can be scrolled sideways. */
async function isTooWide(page: Page): Promise<boolean> {
  return await page.evaluate<boolean>(
    "document.documentElement.scrollWidth > document.documentElement.clientWidth",
  );
}
