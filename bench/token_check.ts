/**
 * What checking a token costs: one conversation, read through the service's own
 * REST handler by who shows a credential, and by anybody, with no check at all.
 */
import { Elysia } from "elysia";
import { readConfig } from "../src/config.ts";
import { ANYONE, defineQuery } from "../src/core/access/operation.ts";
import type { Principal } from "../src/core/access/principal.ts";
import { OPERATOR } from "../src/core/access/principal.ts";
import { addAccount } from "../src/core/operations/add_account.ts";
import { createConversation } from "../src/core/operations/create_conversation.ts";
import { getConversation } from "../src/core/operations/get_conversation.ts";
import { callOperation } from "../src/core/pipeline/call.ts";
import { bearerOf } from "../src/http/bearer.ts";
import { clientAddress } from "../src/http/client_address.ts";
import { requestIdOf } from "../src/http/request_id.ts";
import { openServices } from "../src/open_services.ts";
import { handlerOf } from "../src/rest/handler.ts";
import { route } from "../src/rest/route.ts";

const TEXT = "all work and no play. ".repeat(9);

const config = readConfig();
const services = await openServices(config);
const callerOf = (principal: Principal) =>
  ({ principal, via: "cli", requestId: "bench" }) as const;

const { account, token } = (
  await callOperation(services, addAccount, callerOf(OPERATOR), {
    name: "Reader",
    localPart: "reader",
  })
).output;
const member = { kind: "agent", accountId: account.id, scopes: null } as const;
const { conversationId } = (
  await callOperation(services, createConversation, callerOf(member), {
    to: [`hello@${config.addressDomain}`],
    text: TEXT,
  })
).output;

const asked = "/conversations/:conversationId";
const guarded = route("GET", `/checked${asked}`, getConversation);
const { keeping, input, output } = getConversation;
const readByAnybody = defineQuery<typeof input, typeof output>({
  ...getConversation,
  access: ANYONE,
  ...(keeping && {
    keeping: {
      ...keeping,
      standing: (input, call) => keeping.standing(input, { ...call, member }),
    },
  }),
  run: (input, call) => getConversation.run(input, { ...call, member }),
});
const open = route("GET", `/open${asked}`, readByAnybody);

const app = new Elysia();
const addressOf = clientAddress(() => app.server);
for (const row of [guarded, open]) {
  const handle = handlerOf(services, row, addressOf);
  app.get(row.path, ({ request, params, query, headers }) =>
    handle({
      request,
      params,
      query,
      headers,
      bearer: bearerOf(headers.authorization),
      requestId: requestIdOf(headers["x-request-id"]),
    }),
  );
}
app
  .get("/known", () => ({ conversationId, token }))
  .listen({ port: config.port, reusePort: false, development: false });

process.on("SIGTERM", async () => {
  await app.server?.stop(true);
  await services.close();
  process.exit(0);
});
process.stdout.write("The token check service is ready\n");
