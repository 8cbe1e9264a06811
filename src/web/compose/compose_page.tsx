import { useEffect } from "react";
import { useSearch } from "wouter";
import { useAccount, useConversation } from "../api/queries.ts";
import { Waiting } from "../ui/notice.tsx";
import { ComposeForm } from "./compose_form.tsx";
import { keptDraft } from "./draft_saver.ts";
import { isBlank, writtenFrom, writtenOf } from "./written.ts";

const NEW = "new";

/** A new request, or a draft that is gone on with. */
export function ComposePage({ id }: { id?: string }) {
  const search = useSearch();
  const { data: account } = useAccount();
  const {
    data: draft,
    error,
    isFetchedAfterMount,
  } = useConversation(id ?? "", { refetchOnMount: "always" });
  useEffect(() => {
    document.title = `${id ? "Draft" : "New request"} · Conversation inbox`;
  }, [id]);
  if (!account || (id !== undefined && !(draft && isFetchedAfterMount))) {
    return <Waiting error={error} />;
  }
  const kept = keptDraft(id ?? NEW);
  const asked = writtenFrom(search);
  const contextId = new URLSearchParams(search).get("context");
  const own = account.address?.address ?? "";
  // What a page before this one could not save comes first, unless something else is asked for.
  const start =
    draft !== undefined
      ? { id: draft.id, written: kept?.written ?? writtenOf(draft, own) }
      : isBlank(asked) && kept
        ? kept
        : { id: undefined, written: asked };
  return (
    <main id="main" tabIndex={-1} className="min-h-0 flex-1 overflow-y-auto">
      <div className="mx-auto max-w-3xl p-4 pb-24 md:p-8">
        <h1 className="mb-4 text-xl font-semibold">
          {id ? "Draft" : "New request"}
        </h1>
        <ComposeForm
          key={id ?? NEW + (contextId ?? "")}
          name={id ?? NEW}
          startId={start.id}
          start={start.written}
          ownAddress={own}
          {...(contextId && { contextId })}
        />
      </div>
    </main>
  );
}
