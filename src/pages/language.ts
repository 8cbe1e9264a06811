import type { Language } from "../core/base/words/languages.ts";
import type { Say } from "../core/base/words/say.ts";
import { sayIn } from "../core/base/words/say_in.ts";
import { getNotifications } from "../core/operations/get_notifications.ts";
import { outputOf } from "../core/pipeline/call.ts";
import { preferredLanguage } from "../http/accepts.ts";
import { callerOf } from "./person.ts";
import type { RouteContext } from "./route.ts";

/** The language of a page: the person's choice, or their browser's. */
export async function pageLanguage(
  { services, auth }: RouteContext,
  request: Request,
): Promise<Language> {
  const asked = preferredLanguage(request.headers.get("accept-language"));
  const person = await auth.principalOf(request.headers);
  if (!person || person.kind === "newcomer") return asked;
  const caller = callerOf(person, request);
  const output = await outputOf(services, getNotifications, caller, {});
  return output.language ?? asked;
}

/** Translates into the language of a page. */
export async function pageSay(
  context: RouteContext,
  request: Request,
): Promise<Say> {
  return sayIn(await pageLanguage(context, request));
}

/** The same for a page without an account: only by the browser. */
export function browserSay({ headers }: Request): Say {
  return sayIn(preferredLanguage(headers.get("accept-language")));
}
