import type { ReactNode } from "react";
import { useLayoutEffect } from "react";
import { Router } from "wouter";
import {
  navigate,
  useBrowserLocation,
  useSearch,
} from "wouter/use-browser-location";
import {
  arriveAt,
  followSheet,
  isComposePath,
  useSheet,
} from "../compose/sheet/sheet.ts";

/** The page behind a request that is being written: the earlier one, or the inbox. */
let room = { path: "/inbox", search: "" };

function useRoom() {
  const [path] = useBrowserLocation();
  const search = useSearch();
  if (!isComposePath(path)) room = { path, search };
  return room;
}

const useRoomLocation = (): ReturnType<typeof useBrowserLocation> => [
  useRoom().path,
  navigate,
];
const useRoomSearch = () => useRoom().search;

/** Changes the address of a request that is being written to that of the page behind it. */
export function backToRoom(): void {
  if (!isComposePath(location.pathname)) return;
  navigate(room.path + room.search, { replace: true });
}

/** For everything inside, the address of a request is that of the page behind it. */
export function RoomRouter({ children }: { children: ReactNode }) {
  return (
    <Router hook={useRoomLocation} searchHook={useRoomSearch}>
      {children}
    </Router>
  );
}

/** Shows the request that the address asks for, and sets the address to what is shown. */
export function useSheetOfAddress(): ReturnType<typeof useSheet> {
  const [path] = useBrowserLocation();
  const search = useSearch().replace(/^\?/, "");
  const sheet = useSheet();
  useLayoutEffect(() => arriveAt(path, search), [path, search]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is another one
  useLayoutEffect(followSheet, [sheet]);
  return sheet;
}
