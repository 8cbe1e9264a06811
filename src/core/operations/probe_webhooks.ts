import { Type } from "typebox";
import { defineQuery, OPERATOR_ONLY } from "../access/operation.ts";
import { closed, integer, nullable, string } from "../base/schemas.ts";
import { figuresStore } from "../insight/figures_store.ts";
import { messageBody, TEST_EVENT } from "../webhooks/messages.ts";
import { signedHeaders } from "../webhooks/signature.ts";
import { attempt } from "../webhooks/target.ts";
import { signingSecrets } from "../webhooks/webhooks.ts";

/** Sends each webhook one test event, to see whether it can be reached. */
export const probeWebhooks = defineQuery({
  name: "probe_webhooks",
  title: "Probe webhooks",
  access: OPERATOR_ONLY,
  input: closed({}),
  output: closed({
    probed: Type.Array(
      closed({
        webhookId: string("Its id."),
        accountId: string("Its owner."),
        host: string("Its host."),
        status: nullable(integer("Status of its answer.")),
        error: nullable(string("Why there is no answer.")),
      }),
    ),
  }),
  async run(_input, call) {
    const webhooks = await figuresStore(call.db).someWebhooks();
    const probed = webhooks.map(async (webhook) => {
      const { id: webhookId, accountId, url } = webhook;
      const event = { type: TEST_EVENT, data: { webhookId } };
      const { now } = call;
      const id = call.newId("webhookMessage");
      const body = messageBody(event, now);
      const secrets = signingSecrets(call, webhook, now);
      const headers = signedHeaders({ id, now, body }, secrets);
      const { status, error } = await attempt(call, url, { headers, body });
      return { webhookId, accountId, host: new URL(url).host, status, error };
    });
    return { probed: await Promise.all(probed) };
  },
});
