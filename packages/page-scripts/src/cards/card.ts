import type { Members } from "./host.ts";
import { answerHost, askHost, memberOf, tellHost } from "./host.ts";

const main = document.querySelector("main");
const [open, refresh] = document.querySelectorAll("button");
const status = document.querySelector("output");
const { style } = document.documentElement;
const { base, reads } = main?.dataset ?? {};

let shown: Members = {};
let canRead = false;

function say(text: string): void {
  if (status) status.textContent = text;
}

/** The page for what is shown; never an address outside the service. */
function pageOf({ approvalUrl, ...it }: Members): string {
  const isOurs = `${approvalUrl}`.startsWith(`${base}/`);
  return isOurs ? `${approvalUrl}` : `${base}/c/${idOf(it)}`;
}

function idOf(it: Members): string {
  const { id } = memberOf(it, "conversation");
  return encodeURIComponent(`${it.conversationId ?? id}`);
}

async function openPage(): Promise<void> {
  const url = pageOf(shown);
  const isOpen = await askHost("ui/open-link", { url });
  say(isOpen ? "" : url);
}

/** Uses the host's colors and fonts. */
function dress(context: Members): void {
  const { theme } = context;
  if (typeof theme === "string") style.colorScheme = theme;
  const variables = memberOf(memberOf(context, "styles"), "variables");
  for (const [name, value] of Object.entries(variables)) {
    style.setProperty(name, `${value}`);
  }
}

/**
 * Shows a tool's result, and opens the page where a person decides. The card itself decides
 * nothing, because its calls have the client's token.
 */
export async function runCard(
  draw: (shown: Members) => readonly Node[],
): Promise<void> {
  const show = (result: Members) => {
    shown = memberOf(result, "structuredContent");
    main?.replaceChildren(...draw(shown));
    if (open) open.hidden = false;
    if (refresh) refresh.hidden = !canRead;
    say("");
  };
  const read = async () => {
    const conversationId = decodeURIComponent(idOf(shown));
    const call = { name: reads, arguments: { conversationId } };
    const result = await askHost("tools/call", call);
    if (result) show(result);
    else say("Couldn't refresh.");
  };
  answerHost(
    new Map([
      ["ui/notifications/host-context-changed", dress],
      ["ui/notifications/tool-cancelled", () => say("Canceled.")],
      [
        "ui/notifications/tool-result",
        (result: Members) => {
          if (result.isError === true) return say("This failed.");
          show(result);
          // A write returns little of its conversation.
          if (canRead && !("messages" in shown)) void read();
        },
      ],
    ]),
  );
  open?.addEventListener("click", () => void openPage());
  refresh?.addEventListener("click", () => void read());
  const host = await askHost("ui/initialize", {
    protocolVersion: "2026-01-26",
    appInfo: { name: "conversation-inbox-card", version: "1" },
    appCapabilities: {},
  });
  dress(memberOf(host, "hostContext"));
  canRead = "serverTools" in memberOf(host, "hostCapabilities");
  tellHost("ui/notifications/initialized");
  new ResizeObserver(([entry]) => {
    const height = Math.ceil(entry?.target.getBoundingClientRect().height ?? 0);
    tellHost("ui/notifications/size-changed", { height });
  }).observe(document.documentElement);
}
