import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useRef } from "react";
import { Redirect, Route, Switch, useLocation, useRoute } from "wouter";
import { actingTeam, decidedFor } from "../api/acting_as.ts";
import { useLiveness } from "../api/connection.ts";
import { refreshAll } from "../api/lists.ts";
import { useLive } from "../api/live.ts";
import { useAccount, useCounts } from "../api/queries.ts";
import type { Sheet } from "../compose/sheet/sheet.ts";
import { goToSheet, useNarrow } from "../compose/sheet/sheet.ts";
import { InboxPage } from "../inbox/inbox_page.tsx";
import { useAsked } from "../snooze/asked.ts";
import { Waiting } from "../ui/notice.tsx";
import { t } from "../ui/t.ts";
import { ConnectionBanner } from "./connection_banner.tsx";
import { useDeviceNotices } from "./device_notices.ts";
import { ErrorBoundary } from "./error_boundary.tsx";
import { useFocusInRoom } from "./focus_room.ts";
import { goToSearch } from "./focus_search.ts";
import { JUMPS } from "./jumps.ts";
import { Nav } from "./nav.tsx";
import { showOverlay, useOverlay } from "./overlay.ts";
import { RoomRouter, useSheetOfAddress } from "./room_router.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { takeBackLast } from "./toasts.ts";
import { IMPORTED, LABELS_PATH, NAV_VIEWS, TEAM_PLACES } from "./views.ts";

const ComposeSheet = lazy(async () => ({
  default: (await import("../compose/sheet/compose_sheet.tsx")).ComposeSheet,
}));
const SettingsPage = lazy(async () => ({
  default: (await import("../settings/settings_page.tsx")).SettingsPage,
}));
const PaymentsPage = lazy(async () => ({
  default: (await import("../payments/payments_page.tsx")).PaymentsPage,
}));
const AuditPage = lazy(async () => ({
  default: (await import("../audit/audit_page.tsx")).AuditPage,
}));

const DecideFrame = lazy(async () => ({
  default: (await import("../delegation/decide_frame.tsx")).DecideFrame,
}));

const Help = lazy(async () => ({
  default: (await import("./help.tsx")).Help,
}));

const SnoozeDialog = lazy(async () => ({
  default: (await import("../snooze/snooze_dialog.tsx")).SnoozeDialog,
}));

const Palette = lazy(async () => ({
  default: (await import("../palette/palette.tsx")).Palette,
}));

/** The whole app: the fixed parts, the page of the address, and what opens over it. */
export function App() {
  const sheet = useSheetOfAddress();
  const isOther = actingTeam() !== undefined;
  const { data, error } = useAccount();
  const other = isOther ? decidedFor(data) : undefined;
  // The whole app calls what somebody who only decides may not call.
  if (isOther && !data) return <Waiting error={error} />;
  return (
    <RoomRouter>
      {other ? (
        <Suspense fallback={<Waiting />}>
          <DecideFrame other={other} />
        </Suspense>
      ) : (
        <Frame sheet={sheet} />
      )}
    </RoomRouter>
  );
}

function Frame({ sheet }: { sheet: Sheet | undefined }) {
  const [path, navigate] = useLocation();
  const isCovered = useNarrow() && sheet?.isSmall === false;
  const overlay = useOverlay();
  const snoozing = useAsked();
  useLive();
  usePulse();
  useDeviceNotices();
  usePaletteKey();
  useFocusInRoom(path);
  useShortcuts({
    "?": () => showOverlay("help"),
    c: goToSheet,
    "/": () => goToSearch(navigate),
    z: takeBackLast,
    ...Object.fromEntries(
      JUMPS.map((it) => [it.keys, () => navigate(it.path)]),
    ),
  });
  return (
    <div className="flex h-full flex-col md:flex-row">
      <a
        href="#main"
        className="btn sr-only focus:not-sr-only focus:absolute focus:top-2 focus:left-2 focus:z-50"
      >{t`Skip to the content`}</a>
      <Nav />
      <div className="flex min-h-0 min-w-0 flex-1 flex-col">
        <ConnectionBanner />
        <div className="relative flex min-h-0 flex-1 flex-col">
          <div className="flex min-h-0 flex-1 flex-col" inert={isCovered}>
            <ErrorBoundary path={path}>
              <Suspense fallback={<Waiting />}>
                <Rooms />
              </Suspense>
            </ErrorBoundary>
          </div>
          {sheet && (
            <ErrorBoundary path={path} isAside>
              <Suspense>
                <ComposeSheet key={sheet.key} sheet={sheet} />
              </Suspense>
            </ErrorBoundary>
          )}
        </div>
      </div>
      <Suspense>
        {overlay === "help" && <Help />}
        {overlay === "palette" && <Palette />}
        {snoozing && <SnoozeDialog {...snoozing} />}
      </Suspense>
    </div>
  );
}

/** Also works while typing, and with single keys turned off; in a message it makes a link. */
function usePaletteKey(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isWithOne = event.ctrlKey !== event.metaKey;
      if (!isWithOne || event.altKey || event.key.toLowerCase() !== "k") return;
      if (event.defaultPrevented) return;
      event.preventDefault();
      showOverlay("palette");
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function Rooms() {
  const [path] = useLocation();
  const [isThread, thread] = useRoute("/c/:id");
  // One page for all of them: a list must keep its position.
  if (isThread) return <InboxPage openId={thread.id} />;
  const isList = NAV_VIEWS.some((it) => it.path === path && !it.isPage);
  const isFound =
    path === LABELS_PATH ||
    [IMPORTED, ...TEAM_PLACES].some((it) => it.path === path);
  if (isList || isFound) return <InboxPage />;
  return (
    <Switch>
      <Route path="/c/:id/audit">{({ id }) => <AuditPage id={id} />}</Route>
      <Route path="/payments/:part?">
        {({ part }) => <PaymentsPage isBalance={part === "balance"} />}
      </Route>
      <Route path="/settings/balance">
        <Redirect to="/payments/balance" replace />
      </Route>
      <Route path="/settings/:part?">
        {({ part }) => <SettingsPage part={part ?? "profile"} />}
      </Route>
      <Route>
        <Redirect to="/inbox" />
      </Route>
    </Switch>
  );
}

/** While no stream tells of changes, polls the counts. */
function usePulse(): void {
  const client = useQueryClient();
  const { data } = useCounts();
  const isLost = useLiveness() === "lost";
  const before = useRef<string>(undefined);
  const now = data && JSON.stringify(data);
  useEffect(() => {
    if (now === undefined) return;
    const isChange = before.current !== undefined && before.current !== now;
    before.current = now;
    if (isChange && isLost) void refreshAll(client);
  }, [now, isLost, client]);
}
