import type { ReactNode } from "react";
import type { IconName } from "./icon.tsx";

/** One thing to choose: a place to go to, or something to do. */
export interface Choice {
  readonly label: string;
  readonly icon?: IconName;
  readonly href?: string;
  readonly does?: () => void;
  /** True for the place where one is. */
  readonly isHere?: boolean;
}

/** A button that opens a list of choices. */
export interface MenuProps {
  /** Absent where what is inside says it. */
  readonly label?: string;
  readonly look: string;
  readonly choices: readonly Choice[];
  /** True where it opens above its button: what is below stays in sight. */
  readonly isUp?: boolean;
  readonly children: ReactNode;
}
