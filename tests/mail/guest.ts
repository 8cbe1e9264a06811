import { Browser } from "../auth/browser.ts";
import type { TestAccount, TestService } from "../harness.ts";
import { json } from "../harness.ts";
import { deliverDue } from "./deliver_due.ts";
import type { Relay } from "./relay.ts";
import { linkIn } from "./relay.ts";

/** Where an invite came to: its conversation, its link, and a browser that opened it. */
export interface Opened {
  readonly id: string;
  readonly link: string;
  readonly browser: Browser;
  readonly landing: Response;
}

/** Writes to somebody without an account, delivers, and opens the link in their browser. */
export async function openInvite(
  service: TestService,
  relay: Relay,
  sender: TestAccount,
  request: Readonly<Record<string, unknown>> & {
    readonly to: readonly string[];
  },
  guest: string = request.to[0] ?? "",
): Promise<Opened> {
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    // A person's own submit is not asked about again.
    token: (await service.addSession(sender)).token,
    json: { title: "Plan", text: "Words", submit: true, ...request },
  });
  const { conversationId: id } = await json(created);
  await deliverDue(service.services, relay.mailer);
  const link = linkIn(relay, guest);
  const browser = new Browser(service);
  const landing = await browser.get(link);
  return { id, link, browser, landing };
}

/** Sends a form of the guest's page, with what the page put into it. */
export async function act(
  browser: Browser,
  path: string,
  form: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const page = await (await browser.get("/i")).text();
  const participant =
    /name="participant" value="([^"]+)"/.exec(page)?.[1] ?? "";
  return await browser.post(path, { participant, ...form });
}

/** Where the newest mail's List-Unsubscribe leads. */
export function stopPathIn({ raw }: Relay): string {
  const head = (raw.at(-1) ?? "").replaceAll(/\r\n[ \t]+/g, " ");
  return /\/i\/stop\/[\w-]{22}/.exec(head)?.[0] ?? "";
}
