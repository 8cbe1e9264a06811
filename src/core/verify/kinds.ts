import { LIMITS } from "../base/limits.ts";

/** Ids, mailboxes and numbers: the parts in which two findings of one kind differ. */
const PARTICULARS = /[\w.:@-]*[\d_@][\w.:@-]*/g;

/** The words of a finding, with ids reduced to their kind. */
function kindOf(finding: string): string {
  return finding.replace(PARTICULARS, (it) => /^[a-z]+_/.exec(it)?.[0] ?? "");
}

/** Keeps the first findings of each kind, so that many of one cannot hide another. */
export class FoundByKind<T> {
  readonly kept: T[] = [];
  /** Findings above the limit of their kind. */
  omitted = 0;
  readonly #counts = new Map<string, number>();

  /** @param words The problem and its subject, in words. */
  add(found: T, words: string): void {
    const kind = kindOf(words);
    const isKnown = this.#counts.has(kind);
    const isOneMore = isKnown || this.#counts.size < LIMITS.faultKindsMax;
    const key = isOneMore ? kind : "";
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count <= LIMITS.auditFaultsMax) this.kept.push(found);
    else this.omitted += 1;
  }
}

/** The same findings, the first of each kind before the second of any. */
export function kindsFirst(findings: readonly string[]): readonly string[] {
  const counts = new Map<string, number>();
  const numbered = findings.map((finding) => {
    const kind = kindOf(finding);
    const nth = counts.get(kind) ?? 0;
    counts.set(kind, nth + 1);
    return { finding, nth };
  });
  return numbered.toSorted((a, b) => a.nth - b.nth).map((it) => it.finding);
}
