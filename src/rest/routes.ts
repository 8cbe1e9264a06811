/**
 * How is an operation called over REST? One row a route in `routes/`, by subject: path,
 * method, operation and success status. `handler.ts` finds the row, `fields.ts` and
 * `body.ts` read the input, `openapi.ts` describes it all. `docs/` serves the pages under
 * `/docs` (`site.ts` is their table, `examples.ts` the values of samples), `log/` the
 * transparency log, `payments_csv.ts` payments as CSV.
 * @module
 */
import type { Route } from "./route.ts";
import { ACCOUNT_ROUTES } from "./routes/accounts.ts";
import { CONVERSATION_ROUTES } from "./routes/conversations.ts";
import { DELIVERY_ROUTES } from "./routes/deliveries.ts";
import { MONEY_ROUTES } from "./routes/money.ts";
import { PEOPLE_ROUTES } from "./routes/people.ts";
import { SERVICE_ROUTES } from "./routes/service.ts";

/** The REST interface (docs/interfaces.md, REST): one row a route. */
export const ROUTES: readonly Route[] = [
  ...CONVERSATION_ROUTES,
  ...MONEY_ROUTES,
  ...PEOPLE_ROUTES,
  ...ACCOUNT_ROUTES,
  ...DELIVERY_ROUTES,
  ...SERVICE_ROUTES,
];
