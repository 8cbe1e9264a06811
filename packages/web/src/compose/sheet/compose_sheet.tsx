import type { KeyboardEvent } from "react";
import { useEffect, useRef } from "react";
import { useLocation } from "wouter";
import { Problem } from "../../../../client/src/problem.ts";
import { useAccount, useConversation } from "../../api/queries.ts";
import type { Account, Conversation } from "../../api/types.ts";
import { backToRoom } from "../../shell/room_router.tsx";
import { Waiting } from "../../ui/notice.tsx";
import { t } from "../../ui/t.ts";
import { ComposeForm } from "../compose_form.tsx";
import type { DraftStart } from "../draft_saver.ts";
import { keptDraft, newName, unsavedNames } from "../kept_draft.ts";
import { writtenFrom, writtenOf } from "../written.ts";
import type { Sheet } from "./sheet.ts";
import { closeSheet, minimiseSheet, nameSheet } from "./sheet.ts";
import { SheetHead } from "./sheet_head.tsx";
import { useSheetFocus } from "./use_sheet_focus.ts";

const TITLE = "compose-title";

/** A new request or an opened draft, over the page, which stays usable. */
export function ComposeSheet({ sheet }: { sheet: Sheet }) {
  const { isSmall } = sheet;
  const root = useRef<HTMLDialogElement>(null);
  const onFocus = useSheetFocus(root, sheet);
  const minimise = () => {
    minimiseSheet();
    backToRoom();
  };
  return (
    <dialog
      ref={root}
      open
      tabIndex={-1}
      aria-labelledby={TITLE}
      className={`${isSmall ? SMALL : OPEN} m-0 flex max-w-none flex-col border-line bg-card p-0 text-ink outline-none`}
      onFocus={onFocus}
      onKeyDown={(event) => {
        if (isSmall || !leavesSheet(event)) return;
        event.preventDefault();
        minimise();
      }}
    >
      <Begun sheet={sheet} onMinimise={minimise} />
    </dialog>
  );
}

/** The whole screen on a phone, otherwise its lower right. */
const OPEN =
  "absolute inset-0 z-30 size-full max-h-none md:top-auto md:right-6 md:left-auto md:h-auto md:max-h-[min(46rem,calc(100%-1.5rem))] md:w-[min(40rem,calc(100%-3rem))] md:rounded-t-xl md:border md:border-b-0 md:shadow-float";
/** Below the page, so that it covers none of it. */
const SMALL =
  "static w-full shrink-0 border-t md:mr-6 md:w-80 md:self-end md:rounded-t-xl md:border md:border-b-0";

/** True for the key that leaves the sheet, unless something in it uses that key. */
function leavesSheet(event: KeyboardEvent<HTMLElement>): boolean {
  const { key, target, currentTarget } = event;
  if (key !== "Escape" || event.defaultPrevented) return false;
  // Dialogs and menus of the form are elsewhere in the page.
  if (!(target instanceof Element) || !currentTarget.contains(target)) {
    return false;
  }
  return target.closest("[aria-expanded=true], [role=menu]") === null;
}

/** The form, once its start is known. */
function Begun({
  sheet: { key, id, search, isSmall },
  onMinimise,
}: {
  sheet: Sheet;
  onMinimise: () => void;
}) {
  const [, navigate] = useLocation();
  // Its first save gives it an id, but it is still a new request.
  const opened = useRef(id).current;
  const { data: account, error: accountError } = useAccount();
  const {
    data: draft,
    error,
    isFetchedAfterMount,
  } = useConversation(opened ?? "", { refetchOnMount: "always" });
  const close = () => {
    closeSheet(key);
    backToRoom();
  };
  // A stored copy of a draft that was deleted meanwhile starts nothing.
  const isGone = error instanceof Problem && error.status === 404;
  const isRead = opened === undefined || (isFetchedAfterMount && !isGone);
  const isSent = isRead && draft !== undefined && draft.state !== "draft";
  const start = useRef<DraftStart>(undefined);
  useEffect(() => {
    if (!isSent || start.current || !opened) return;
    closeSheet(key);
    navigate(`/c/${opened}`, { replace: true });
  }, [isSent, opened, key, navigate]);
  if (account && isRead && !isSent && (opened === undefined || draft)) {
    start.current ??= startOf(account, draft ?? search);
  }
  const head = (title: string) => (
    <SheetHead
      id={TITLE}
      name={opened === undefined ? t`New request` : t`Draft`}
      title={title}
      isSmall={isSmall}
      onMinimise={onMinimise}
      onClose={close}
    />
  );
  if (!account || !start.current) {
    return (
      <>
        {head("")}
        <Waiting error={error ?? accountError} />
      </>
    );
  }
  return (
    <ComposeForm
      start={start.current}
      ownAddress={account.address?.address ?? ""}
      head={head}
      isSmall={isSmall}
      onMade={(made) => nameSheet(key, made)}
      onClose={close}
    />
  );
}

/**
 * The start of the form: text that an earlier page could not save, otherwise the draft, or
 * what the address asks for.
 */
function startOf(
  { account: { id: accountId }, address }: Account,
  of: string | Conversation,
): DraftStart {
  if (typeof of === "object") {
    const kept = keptDraft({ accountId, name: of.id });
    const { id } = of;
    const own = address?.address ?? "";
    const written = kept?.written ?? writtenOf(of, own);
    const isUnsaved = kept !== undefined;
    // What is kept goes over the version it was written on, and no later one.
    const read = kept?.read ?? of;
    return { accountId, name: id, id, written, isUnsaved, read, own };
  }
  const asked = newName(of);
  // The compose address without a query continues what is not saved yet.
  const unsaved = of === "" ? unsavedNames(accountId) : [];
  const name = unsaved.includes(asked) ? asked : (unsaved[0] ?? asked);
  const kept = keptDraft({ accountId, name });
  const query = new URLSearchParams(of);
  const contextId = query.get("context");
  const templateId = query.get("template");
  return {
    accountId,
    name,
    ...(contextId && { contextId }),
    ...(templateId && { templateId }),
    ...(kept ?? { written: writtenFrom(of) }),
    isUnsaved: kept !== undefined,
  };
}
