import { LIMITS } from "../base/limits.ts";
import { firstChars } from "../base/text.ts";
import type { Say } from "../base/words/say.ts";
import { phrase } from "../base/words/say.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import type { NoticeSubject } from "../mail/notice_text.ts";
import { askWords, noticeDetails, pathAs } from "../mail/notice_text.ts";

const TITLES: Readonly<Record<string, string>> = {
  replies: phrase`New in your inbox`,
  money: phrase`A payment changed`,
};

/**
 * A notification for a device: author, subject and price. Its form is declarative Web Push,
 * which a browser that supports it shows without a worker.
 */
export function pushText(
  { baseUrl, say }: { readonly baseUrl: string; readonly say: Say },
  { id, kind, conversationId, body: team }: Delivery,
  subject: NoticeSubject,
): string {
  const path = pathAs(`/c/${conversationId}`, team);
  const body = noticeDetails(subject, say).join("\n");
  return JSON.stringify({
    web_push: 8030,
    notification: {
      title:
        kind === "asks" ? askWords(subject, say) : say.of(TITLES[kind] ?? ""),
      body: firstChars(body, LIMITS.pushBodyCharsMax),
      navigate: new URL(path, baseUrl).href,
      // A newer one with the same tag replaces it.
      tag: id,
    },
  });
}
