import { useIsMutating } from "@tanstack/react-query";
import { Suspense, useEffect } from "react";
import { useRoute } from "wouter";
import type { GetAccountOutput } from "../../../client/src/generated/types.ts";
import { Row } from "../inbox/row.tsx";
import { useList } from "../inbox/use_list.ts";
import { AccountMenu } from "../shell/account_menu.tsx";
import { ErrorBoundary } from "../shell/error_boundary.tsx";
import { usePageTitle } from "../shell/page_title.ts";
import { Toaster } from "../shell/toaster.tsx";
import { NAV_VIEWS } from "../shell/views.ts";
import { ThreadPage } from "../thread/thread_page.tsx";
import { moneyText } from "../ui/money/money.tsx";
import { Waiting } from "../ui/notice.tsx";
import { rich } from "../ui/rich.ts";
import { t } from "../ui/t.ts";
import { whenText } from "../ui/time.tsx";

type Other = NonNullable<GetAccountOutput["decidesFor"]>[number];

/** A delegate has no stream: the list is read again this often. */
const AGAIN_MS = 15_000;

const [NEEDS_YOU] = NAV_VIEWS;

/** The app for somebody who decides for another person: what waits, and nothing else. */
export function DecideFrame({ other }: { other: Other }) {
  const [isThread, thread] = useRoute("/c/:id");
  const openId = isThread ? thread.id : undefined;
  const name = t`Decide for ${other.displayName}`;
  usePageTitle(isThread ? undefined : name);
  if (!NEEDS_YOU) return null;
  const place = { ...NEEDS_YOU, name };
  return (
    <div className="flex h-full flex-col">
      <header className="flex min-h-12 shrink-0 items-center gap-2 border-line border-b bg-side px-4">
        <AccountMenu isSmall />
        <p className="min-w-0 flex-1 truncate font-semibold">
          {rich`Decide for ${<bdi>{other.displayName}</bdi>}`}
        </p>
        <Toaster />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="grid min-h-0 flex-1 grid-cols-1 grid-rows-1 lg:grid-cols-[20rem_1fr] xl:grid-cols-[24.5rem_1fr]"
      >
        <section
          aria-label={name}
          className={`col-start-1 row-start-1 flex min-h-0 min-w-0 flex-col border-line border-r bg-card ${isThread ? "max-lg:invisible" : ""}`}
        >
          <Terms other={other} />
          <Decisions openId={openId} other={other} place={place} />
        </section>
        {openId !== undefined && (
          <div className="col-start-1 row-start-1 grid min-h-0 min-w-0 grid-cols-1 grid-rows-1 bg-page lg:col-start-2">
            <ErrorBoundary path={`/c/${openId}`}>
              <Suspense fallback={<Waiting />}>
                <ThreadPage key={openId} id={openId} place={place} />
              </Suspense>
            </ErrorBoundary>
          </div>
        )}
      </main>
    </div>
  );
}

/** Up to which sum and until when, and why, in the words of the one decided for. */
function Terms({ other: { upTo, until, reason } }: { other: Other }) {
  const parts = [
    ...(upTo ? [t`up to ${moneyText({ price: upTo })}`] : []),
    ...(until ? [t`until ${whenText(until)}`] : []),
    ...(reason ? [reason] : []),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="hint border-line border-b px-3.5 py-2">
      <bdi>{parts.join(" · ")}</bdi>
    </p>
  );
}

function Decisions({
  openId,
  other,
  place,
}: {
  openId: string | undefined;
  other: Other;
  place: (typeof NAV_VIEWS)[number];
}) {
  const { query, items } = useList(place, "");
  const { refetch } = query;
  const isDeciding = useIsMutating() > 0;
  // A conversation that needs the other person still leaves this list with its decision.
  useEffect(() => {
    if (!isDeciding) void refetch();
  }, [isDeciding, refetch]);
  useEffect(() => {
    const timer = setInterval(() => void refetch(), AGAIN_MS);
    return () => clearInterval(timer);
  }, [refetch]);
  if (query.isPending || (query.isError && items.length === 0)) {
    return <Waiting error={query.error} />;
  }
  if (items.length === 0) {
    return (
      <p role="status" className="p-8 text-center text-soft">
        {rich`Nothing of ${<bdi>{other.displayName}</bdi>} waits for your decision.`}
      </p>
    );
  }
  return (
    <ul aria-label={place.name} className="min-h-0 flex-1 overflow-y-auto">
      {items.map((it) => (
        <li key={it.id} className="h-14">
          <Row
            conversation={it}
            q=""
            href={`/c/${it.id}`}
            isOpen={it.id === openId}
            isCompact={false}
            accountId={other.accountId}
          />
        </li>
      ))}
    </ul>
  );
}
