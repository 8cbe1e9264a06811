import { expect, test } from "bun:test";
import { join } from "node:path";
import { send, startStage } from "../core/core_harness.ts";
import { deliverDue } from "../mail/deliver_due.ts";
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
  expect(shown.out).toContain("suppressed");
  expect(shown.out).toContain(`<${mail[1].id}@inbox.localhost>`);
  const allowed = await svc({ ...core, env }, "mail", "allow", EVE);
  expect(allowed.out).toContain("gets mail again");
  const unknown = await svc({ ...core, env }, "mail", "show", "out_0");
  expect(unknown.code).toBe(1);
}, 30_000);

test("an operator hands over a mail that came back as a file", async () => {
  const core = await startStage();
  await using relay = await startRelay();
  await send(core.alice, { to: EVE });
  await deliverDue(core.services, relay.mailer);
  await core.services.close();
  const file = join(core.directory, "report.eml");
  await Bun.write(
    file,
    `Content-Type: multipart/report; boundary=b\n\n--b\nContent-Type: message/delivery-status\n\nAction: failed\nStatus: 5.1.1\n\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: ${relay.mails[0]?.messageId}\n--b--\n`,
  );
  const bounced = await svc({ ...core, env }, "mail", "bounce", file);
  expect(bounced).toMatchObject({ code: 0, out: "Recorded: hard.\n" });
  const shown = await svc({ ...core, env }, "mail", "list");
  expect(shown.out).toContain("bounced");
  const answer = join(core.directory, "answer.eml");
  await Bun.write(answer, "Auto-Submitted: auto-replied\r\n\r\nI am away");
  const taken = await svc({ ...core, env }, "mail", "in", answer);
  expect(taken).toMatchObject({
    code: 0,
    out: "The mail was ignored (automatic).\n",
  });
  const absent = await svc({ ...core, env }, "mail", "bounce", `${file}.no`);
  expect(absent.code).toBe(1);
  expect(absent.err).toContain(`Cannot read ${file}.no`);
}, 30_000);
