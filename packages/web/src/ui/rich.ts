import type { ReactNode } from "react";
import { createElement, Fragment } from "react";
import { t } from "./t.ts";

/** Like `t`, for a text with elements: rich`Ask ${<bdi>{name}</bdi>} first`. */
export function rich(
  template: TemplateStringsArray,
  ...values: readonly ReactNode[]
): ReactNode {
  const pieces = t.pieces(template);
  const shown = pieces.map((it) => (typeof it === "number" ? values[it] : it));
  return createElement(Fragment, null, ...shown);
}
