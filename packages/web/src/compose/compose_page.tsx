import { useRef } from "react";
import { useLocation, useSearch } from "wouter";
import { Problem } from "../../../client/src/problem.ts";
import { useAccount, useConversation } from "../api/queries.ts";
import type { Account, Conversation } from "../api/types.ts";
import { usePageTitle } from "../shell/page_title.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { ComposeForm } from "./compose_form.tsx";
import type { DraftStart } from "./draft_saver.ts";
import { keptDraft, newName, unsavedNames } from "./kept_draft.ts";
import { writtenFrom, writtenOf } from "./written.ts";

/** The form on the screen: which draft it is by now. */
interface Shown {
  readonly key: number;
  /** The page's address when it was opened, or since its first save. */
  readonly at: string;
  readonly isMade: boolean;
}

/** A new request, or a draft that is gone on with. */
export function ComposePage({ id }: { id?: string }) {
  const search = useSearch();
  const [, navigate] = useLocation();
  const { data: account } = useAccount();
  const {
    data: draft,
    error,
    isFetchedAfterMount,
  } = useConversation(id ?? "", { refetchOnMount: "always" });
  usePageTitle(id ? t`Draft` : t`New request`);
  const at = id ?? newName(search);
  // A ref, not state: it changes together with the address, or the form would start
  // anew.
  const shown = useRef<Shown>({ key: 0, at, isMade: false });
  if (shown.current.at !== at) {
    shown.current = { key: shown.current.key + 1, at, isMade: false };
  }
  const { key, isMade } = shown.current;
  // A kept copy of a draft that is deleted meanwhile starts nothing.
  const isGone = error instanceof Problem && error.status === 404;
  const isRead =
    id === undefined || isMade || (draft && isFetchedAfterMount && !isGone);
  if (!account || !isRead) {
    return <Waiting error={error} />;
  }
  const start = startOf(account, id === undefined ? search : draft);
  return (
    <main
      id="main"
      tabIndex={-1}
      className="flex min-h-0 flex-1 flex-col items-center md:p-6"
    >
      <div className="flex min-h-0 w-full flex-1 flex-col bg-card md:max-w-read md:rounded-xl md:border md:border-line md:shadow-float">
        <h1 className="flex min-h-12 shrink-0 items-center border-line border-b px-4 font-semibold text-lg">
          {id ? t`Draft` : t`New request`}
        </h1>
        <ComposeForm
          key={key}
          start={start}
          ownAddress={account.address?.address ?? ""}
          onMade={(made) => {
            if (shown.current.at === made) return;
            shown.current = { key, at: made, isMade: true };
            navigate(`/compose/${made}`, { replace: true });
          }}
        />
      </div>
    </main>
  );
}

/**
 * The start of the form: words that a page before this one could not save, else the draft, or
 * what the address asks for.
 */
function startOf(
  { account: { id: accountId }, address }: Account,
  of: string | Conversation | undefined,
): DraftStart {
  if (typeof of === "object") {
    const kept = keptDraft({ accountId, name: of.id });
    const { id } = of;
    const written = kept?.written ?? writtenOf(of, address?.address ?? "");
    return { accountId, name: id, id, written, isUnsaved: kept !== undefined };
  }
  const search = of ?? "";
  const asked = newName(search);
  // The compose address without a query continues what is not saved yet.
  const unsaved = search === "" ? unsavedNames(accountId) : [];
  const name = unsaved.includes(asked) ? asked : (unsaved[0] ?? asked);
  const kept = keptDraft({ accountId, name });
  const contextId = new URLSearchParams(search).get("context");
  return {
    accountId,
    name,
    ...(contextId && { contextId }),
    ...(kept ?? { written: writtenFrom(search) }),
    isUnsaved: kept !== undefined,
  };
}
