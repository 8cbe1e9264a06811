import {
  Dialog as Base,
  DialogDismiss,
  DialogHeading,
} from "@ariakit/react/dialog";
import type { ReactNode } from "react";
import { Icon } from "./icon.tsx";
import { t } from "./t.ts";

/** A window over the page, which takes the focus and returns it. */
export function Dialog({
  title,
  isOpen,
  onClose,
  children,
}: {
  title: string;
  isOpen: boolean;
  onClose: () => void;
  children: ReactNode;
}) {
  return (
    <Base
      open={isOpen}
      unmountOnHide
      onClose={onClose}
      backdrop={<div className="fixed inset-0 z-40 bg-black/40" />}
      className="fixed inset-x-4 top-[8vh] z-50 mx-auto flex max-h-[84vh] max-w-lg flex-col overflow-auto rounded-2xl border border-line bg-card p-5 shadow-float"
    >
      <DialogHeading className="mb-3 pr-10 font-semibold text-lg">
        {title}
      </DialogHeading>
      {children}
      {/* The last one: a dialog begins with what it asks for, not with the way out. */}
      <DialogDismiss
        className="btn btn-quiet absolute top-4 right-3 px-2"
        aria-label={t`Close`}
      >
        <Icon name="close" />
      </DialogDismiss>
    </Base>
  );
}

/** The two answers of a dialog: leave it, or do it. */
export function DialogAnswers({
  leave,
  act,
  isBad = false,
  isBusy = false,
  onLeave,
  onAct,
}: {
  leave: string;
  act: string;
  /** True for what cannot be undone. */
  isBad?: boolean;
  isBusy?: boolean;
  onLeave: () => void;
  /** Absent if the dialog's form is submitted. */
  onAct?: () => void;
}) {
  return (
    <div className="flex flex-wrap justify-end gap-2">
      <button type="button" className="btn" onClick={onLeave}>
        {leave}
      </button>
      <button
        type={onAct ? "button" : "submit"}
        className={`btn ${isBad ? "btn-bad" : "btn-main"}`}
        aria-disabled={isBusy}
        onClick={() => !isBusy && onAct?.()}
      >
        {act}
      </button>
    </div>
  );
}
