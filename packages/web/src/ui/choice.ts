import type { ReactNode } from "react";
import type { IconName } from "./icon.tsx";

/** One choice: a place to go to, or an act. */
export interface Choice {
  readonly label: string;
  readonly icon?: IconName;
  readonly href?: string;
  readonly does?: () => void;
  /** True for the current place. */
  readonly isHere?: boolean;
}

/** A button that opens a list of choices. */
export interface MenuProps {
  /** Absent if the content names it. */
  readonly label?: string;
  readonly look: string;
  readonly choices: readonly Choice[];
  /** True to open above its button, so that what is below stays visible. */
  readonly isUp?: boolean;
  readonly children: ReactNode;
}
