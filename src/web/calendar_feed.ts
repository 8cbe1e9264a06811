import { icalendar } from "../../packages/standards/src/icalendar.ts";
import { visitor } from "../core/access/principal.ts";
import { sayIn } from "../core/base/words/say_in.ts";
import { readCalendar } from "../core/operations/read_calendar.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { problemResponse } from "../http/problem.ts";
import { requestInfoOf, urlOf } from "../http/request_info.ts";
import { tagged, tagOf } from "../http/tagged.ts";
import { callerOf } from "../pages/person.ts";
import type { From, RouteContext } from "../pages/route.ts";

/** The deadlines of an account for calendars that subscribe to its secret address. */
export async function calendarFeed(
  { services }: RouteContext,
  request: Request,
  from: From,
): Promise<Response> {
  const file = urlOf(request).pathname.split("/").at(-1) ?? "";
  const input = { token: file.replace(/\.ics$/, "") };
  const caller = callerOf(visitor(from()), request);
  try {
    const { output } = await callOperation(
      services,
      readCalendar,
      caller,
      input,
    );
    return answer(services, request, output);
  } catch (error) {
    return problemResponse(services, error, requestInfoOf(request));
  }
}

type Read = Awaited<ReturnType<(typeof readCalendar)["run"]>>;

function answer(
  { settings: { baseUrl, addressDomain } }: RouteContext["services"],
  request: Request,
  { language, items }: Read,
): Response {
  const say = sayIn(language);
  const text = icalendar({
    name: say`Deadlines (${addressDomain})`,
    language,
    items: items.map(({ conversationId, isOwed, ...it }) => ({
      ...it,
      uid: `${conversationId}@${addressDomain}`,
      url: `${baseUrl}/c/${conversationId}`,
      hasAlarms: isOwed,
    })),
  });
  return tagged(request, tagOf(text), text, {
    "cache-control": "private, no-cache",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-robots-tag": "noindex",
    "content-type": "text/calendar; charset=utf-8",
    "content-disposition": 'inline; filename="deadlines.ics"',
  });
}
