// Runs beside the pages of the inbox, also while none is open. It has no imports: it is
// served as it stands, without its types. It shows what it is sent, opens the page that
// is meant, and keeps nothing: it answers no request of a page.

/** A notification from the service, in the form of declarative Web Push. */
interface PushMessage {
  readonly title: string;
  readonly body: string;
  readonly navigate: string;
  readonly tag: string;
}

interface Happening {
  waitUntil(work: Promise<unknown>): void;
}

interface Pushed extends Happening {
  readonly data: { json(): { readonly notification: PushMessage } } | null;
}

interface Clicked extends Happening {
  readonly notification: Notification;
}

interface Tab {
  readonly url: string;
  focus(): Promise<Tab>;
  navigate(url: string): Promise<Tab | null>;
}

declare const self: {
  readonly location: Location;
  readonly registration: ServiceWorkerRegistration;
  readonly clients: {
    matchAll(which: { readonly type: "window" }): Promise<readonly Tab[]>;
    openWindow(url: string): Promise<Tab | null>;
  };
  addEventListener(type: "push", run: (event: Pushed) => void): void;
  addEventListener(
    type: "notificationclick",
    run: (event: Clicked) => void,
  ): void;
};

/** Shows each push: a browser revokes the permission after silent pushes. */
async function show(data: Pushed["data"]): Promise<void> {
  const told: Partial<PushMessage> = data?.json().notification ?? {};
  const { title = "New in your inbox", ...more } = told;
  await self.registration.showNotification(title, {
    icon: "/icon.svg",
    ...(more.body && { body: more.body }),
    ...(more.tag && { tag: more.tag }),
    data: more.navigate ?? "/inbox",
  });
}

/** Opens a page of the inbox, in an existing window if there is one. */
async function open(path: unknown): Promise<void> {
  const url = new URL(String(path), self.location.origin);
  if (url.origin !== self.location.origin) return;
  const [tab] = await self.clients.matchAll({ type: "window" });
  // The worker cannot navigate a window that is older than itself.
  const moved = await tab?.navigate(url.href).catch(() => null);
  await (moved ? moved.focus() : self.clients.openWindow(url.href));
}

self.addEventListener("push", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});
