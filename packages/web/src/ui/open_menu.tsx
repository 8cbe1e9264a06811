import {
  Menu as Base,
  MenuButton,
  MenuItem,
  MenuProvider,
} from "@ariakit/react/menu";
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import type { MenuProps } from "./choice.ts";
import { Icon } from "./icon.tsx";

/** The open menu: arrow keys, letters and Escape work in it. */
export function OpenMenu({
  label,
  look,
  choices,
  isUp = false,
  isOpenAtOnce,
  takesFocus,
  children,
}: MenuProps & {
  readonly isOpenAtOnce: boolean;
  readonly takesFocus: () => boolean;
}) {
  const [, navigate] = useLocation();
  const button = useRef<HTMLButtonElement>(null);
  const [isFocused] = useState(takesFocus);
  useEffect(() => {
    if (isFocused) button.current?.focus();
  }, [isFocused]);
  return (
    <MenuProvider
      placement={isUp ? "top-end" : "bottom-end"}
      defaultOpen={isOpenAtOnce}
    >
      <MenuButton ref={button} aria-label={label} className={look}>
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
