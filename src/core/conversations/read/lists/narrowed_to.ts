import { told } from "../../../base/words/sentence.ts";
import { VIEW_BITS } from "../../../db/tables/view_bits.ts";
import { invalid } from "../../../errors/field_errors.ts";
import type { ListedView, Refinement } from "./query.ts";

/**
 * The view whose rows are listed, and what each of them has to be: several views all
 * hold, so that the first of them is listed and the others narrow it. Pure.
 * @throws invalid_input for what was imported, which is in no other view
 */
export function narrowedTo(
  field: ListedView | undefined,
  named: readonly ListedView[] = [],
  said: Refinement,
) {
  const views = new Set(field === undefined ? named : [field, ...named]);
  const [view, ...others] = views;
  if (others.length === 0) return { view, refinement: said };
  let alsoIn = 0;
  for (const it of others) {
    if (view === "imported" || it === "imported") {
      const why = told`what was imported is in no other view: name one of them`;
      throw invalid(field === undefined ? "/q" : "/view", "conflict", why);
    }
    alsoIn |= VIEW_BITS[it];
  }
  return { view, refinement: { ...said, alsoIn } };
}
