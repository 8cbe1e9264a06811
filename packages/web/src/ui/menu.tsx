import { useEffect, useRef, useState } from "react";
import type { MenuProps } from "./choice.ts";

/** The page is drawn before the code of menus is loaded. */
const IDLE_MS = 300;

type OpenMenu = typeof import("./open_menu.tsx").OpenMenu;

/** A button that opens a list of choices; loaded after the page, or at once if pressed. */
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
        // It replaces the button, and takes its focus.
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
