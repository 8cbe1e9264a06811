import { expect, test } from "bun:test";
import { deliverDue } from "../../src/mail_delivery.ts";
import { send, startStage } from "../core/core_harness.ts";
import { startRelay } from "../mail/relay.ts";
import { json, svc } from "./svc.ts";

const EVE = "eve@example.org";
const env = { ADDRESS_DOMAIN: "inbox.localhost" };

test("an operator sees what waits, what left and why it came back, and lets an address be written to again", async () => {
  const core = await startStage();
  await using relay = await startRelay();
  await send(core.alice, { to: EVE });
  relay.mood = "refuse_recipient";
  await deliverDue(core.services, relay.mailer);
  await send(core.alice, { to: "fay@example.org" });
  await core.services.close();
  const { mail } = await json(core, "mail", "list");
  expect(mail).toMatchObject([
    { status: "queued", recipient: "fay@example.org", attempts: 0 },
    {
      status: "bounced",
      recipient: EVE,
      lastError: "RCPT TO 550 5.1.1 EENVELOPE",
      trouble: "bounced",
    },
  ]);
  const queued = await json(core, "mail", "list", "--status", "queued");
  expect(queued.mail).toHaveLength(1);
  const shown = await svc({ ...core, env }, "mail", "show", mail[1].id);
  expect(shown.out).toContain("wants no mail");
  expect(shown.out).toContain(`<${mail[1].id}@inbox.localhost>`);
  const allowed = await svc({ ...core, env }, "mail", "allow", EVE);
  expect(allowed.out).toContain("gets mail again");
  const unknown = await svc({ ...core, env }, "mail", "show", "out_0");
  expect(unknown.code).toBe(1);
}, 30_000);
