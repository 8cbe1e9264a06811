import type { ReactNode } from "react";
import { useEffect, useRef, useState } from "react";
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
  readonly children: ReactNode;
}

/** The page is drawn before what menus are made of is asked for. */
const IDLE_MS = 300;

type OpenMenu = typeof import("./open_menu.tsx").OpenMenu;

/** A button that opens a list of choices; as soon as the page is there, or at once if pressed. */
export function Menu(props: MenuProps) {
  const [Made, setMade] = useState<OpenMenu>();
  const [isPressed, setPressed] = useState(false);
  const plain = useRef<HTMLButtonElement>(null);
  const make = async () => {
    const { OpenMenu } = await import("./open_menu.tsx");
    setMade(() => OpenMenu);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(make, IDLE_MS);
    return () => clearTimeout(timer);
  }, []);
  if (Made) {
    return (
      <Made
        {...props}
        isOpenAtOnce={isPressed}
        // It takes the place of the button, and its focus.
        takesFocus={() => document.activeElement === plain.current}
      />
    );
  }
  return (
    <button
      ref={plain}
      type="button"
      aria-haspopup="menu"
      aria-label={props.label}
      className={props.look}
      onClick={() => {
        setPressed(true);
        void make();
      }}
    >
      {props.children}
    </button>
  );
}
