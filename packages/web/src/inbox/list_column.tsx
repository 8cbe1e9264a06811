import { lazy, Suspense, useEffect, useRef } from "react";
import { isProblem } from "../../../client/src/problem.ts";
import { useAccount, useLabels } from "../api/queries.ts";
import { AccountMenu } from "../shell/account_menu.tsx";
import type { ViewPlace } from "../shell/views.ts";
import { IMPORTED, otherPlaces } from "../shell/views.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { EmptyList } from "./empty_list.tsx";
import { ConversationList } from "./list.tsx";
import { PickedBar } from "./picked_bar.tsx";
import { SearchField } from "./search_field.tsx";
import { SearchScope } from "./search_scope.tsx";
import { SectionTabs } from "./section_tabs.tsx";
import { useList } from "./use_list.ts";
import { usePicked } from "./use_picked.ts";

const LabelMenu = lazy(async () => ({
  default: (await import("./label_menu.tsx")).LabelMenu,
}));

/** A view's list under its name, unchanged while a conversation is open. */
export function ListColumn({
  place,
  q,
  openId,
}: {
  place: ViewPlace;
  q: string;
  openId: string | undefined;
}) {
  const { query, items } = useList(place, q);
  const picked = usePicked(items);
  const { data: account } = useAccount();
  useFocusAfterPicking(picked.items.length > 0);
  // Beside a conversation, the page is about that.
  const Heading = openId === undefined ? "h1" : "h2";
  const { hasNextPage, isFetching, fetchNextPage } = query;
  return (
    <>
      {picked.items.length > 0 ? (
        <>
          <Heading className="sr-only">{place.name}</Heading>
          <PickedBar picked={picked} all={items.length} />
        </>
      ) : (
        <ListBar place={place} q={q} heading={Heading} />
      )}
      {q !== "" && place.view !== IMPORTED.view ? (
        <SearchScope place={place} />
      ) : (
        place.view === "needs_you" && <SectionTabs section={place.section} />
      )}
      {query.isPending || (query.isError && items.length === 0) ? (
        <Waiting error={whyUnread(query.error)} />
      ) : items.length === 0 ? (
        <EmptyList place={place} q={q} />
      ) : (
        <ConversationList
          items={items}
          q={q}
          place={place}
          openId={openId}
          accountId={account?.account.id}
          picked={picked}
          more={{
            hasMore: hasNextPage,
            // Loading the next page would end reading the list again.
            isReading: isFetching,
            read: () => void fetchNextPage(),
          }}
        />
      )}
    </>
  );
}

/** The fault in the search, which trying again would not fix; any other error unchanged. */
function whyUnread(error: Error | null): Error | string | null {
  const errors = isProblem(error, "invalid_input") ? error.errors : [];
  const misread = errors.find(({ pointer }) => pointer === "/q");
  return misread ? t`Can't run this search: ${misread.detail}.` : error;
}

/** Moves the focus to the list when the bar that had it disappears. */
function useFocusAfterPicking(isPicking: boolean): void {
  const was = useRef(isPicking);
  useEffect(() => {
    const isOver = was.current && !isPicking;
    was.current = isPicking;
    if (isOver && document.activeElement === document.body) {
      document.querySelector<HTMLElement>("[data-row]")?.focus();
    }
  }, [isPicking]);
}

/** The list's name and its search field. */
function ListBar({
  place,
  q,
  heading: Heading,
}: {
  place: ViewPlace;
  q: string;
  heading: "h1" | "h2";
}) {
  const labels = useLabels().data?.labels ?? [];
  return (
    <div className="flex min-h-12 shrink-0 items-center gap-2 border-line border-b px-3">
      <div className="md:hidden">
        <AccountMenu isSmall places={otherPlaces(labels, place.path)} />
      </div>
      <Heading className="min-w-0 truncate font-semibold text-lg">
        <bdi>{place.name}</bdi>
      </Heading>
      {place.label !== undefined && (
        <Suspense>
          <LabelMenu label={place.label} />
        </Suspense>
      )}
      <div className="ml-auto w-44 min-w-24 shrink">
        <SearchField place={place} q={q} />
      </div>
    </div>
  );
}
