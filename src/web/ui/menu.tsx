import {
  Menu as Base,
  MenuButton,
  MenuItem,
  MenuProvider,
} from "@ariakit/react/menu";
import type { ReactNode } from "react";
import { useLocation } from "wouter";
import type { IconName } from "./icon.tsx";
import { Icon } from "./icon.tsx";

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
export function Menu({
  label,
  look,
  choices,
  children,
}: {
  /** Absent where what is inside says it. */
  label?: string;
  look: string;
  choices: readonly Choice[];
  children: ReactNode;
}) {
  const [, navigate] = useLocation();
  return (
    <MenuProvider placement="bottom-end">
      <MenuButton aria-label={label} className={look}>
        {children}
      </MenuButton>
      <Base
        gutter={4}
        overflowPadding={8}
        className="z-50 max-h-(--popover-available-height) min-w-48 overflow-y-auto rounded-xl border border-line bg-card p-1 shadow-float"
      >
        {choices.map(({ label, icon, href, does, isHere }) => (
          <MenuItem
            key={label}
            aria-current={isHere ? "page" : undefined}
            className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 max-md:min-h-11 pointer-coarse:min-h-11 aria-[current]:font-semibold aria-[current]:text-accent data-active-item:bg-chosen"
            onClick={() => {
              if (href !== undefined) navigate(href);
              does?.();
            }}
          >
            {icon ? <Icon name={icon} /> : <span className="w-4" />}
            {label}
          </MenuItem>
        ))}
      </Base>
    </MenuProvider>
  );
}
