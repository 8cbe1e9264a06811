import type { Language } from "../core/base/words/languages.ts";
import { getNotifications } from "../core/operations/get_notifications.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { preferredLanguage } from "../http/accepts.ts";
import { callerOf } from "./person.ts";
import type { RouteContext } from "./route.ts";

/** The language of a page: the one that the person chose, or that their browser asks for. */
export async function pageLanguage(
  { services, auth }: RouteContext,
  request: Request,
): Promise<Language> {
  const asked = preferredLanguage(request.headers.get("accept-language"));
  const person = await auth.principalOf(request.headers);
  if (!person || person.kind === "newcomer") return asked;
  const caller = callerOf(person, request);
  const { output } = await callOperation(
    services,
    getNotifications,
    caller,
    {},
  );
  return output.language ?? asked;
}
