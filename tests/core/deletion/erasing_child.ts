/**
 * Erases an account, and says each slice that is on the disk, until it is killed.
 * @module
 */
import { readConfig } from "../../../src/config/config.ts";
import { OPERATOR } from "../../../src/core/access/principal.ts";
import { continueDeletion } from "../../../src/core/operations/continue_deletion.ts";
import { callOperation } from "../../../src/core/pipeline/call.ts";
import { openServices } from "../../../src/process/open_services.ts";
import { settingsOfChild } from "../webhooks/killed.ts";

const [databaseUrl = "", accountId = ""] = process.argv.slice(2);
const services = await openServices(readConfig(settingsOfChild(databaseUrl)));
const caller = { principal: OPERATOR, via: "system", requestId: "t" } as const;
for (let hasMore = true; hasMore; ) {
  const input = { accountId };
  const made = await callOperation(services, continueDeletion, caller, input);
  ({ hasMore } = made.output);
  process.stdout.write("slice\n");
}
await services.close();
