import { expect, test } from "bun:test";
import { timeInWords } from "../../src/core/base/time.ts";
import { recheckDue } from "../../src/core/loops/domain_rechecks.ts";
import { addDomain } from "../../src/core/operations/add_domain.ts";
import { updateNotifications } from "../../src/core/operations/update_notifications.ts";
import { verifyDomain } from "../../src/core/operations/verify_domain.ts";
import type { Actor } from "../core/core_harness.ts";
import { DAY, startCore, startStage } from "../core/core_harness.ts";
import { HOLD, NOTICE, paid, pass } from "../core/time/clock.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "../dns.ts";
import { insertSession } from "../sessions.ts";
import { deliverDue } from "./deliver_due.ts";
import { startRelay } from "./relay.ts";

const mailboxOf = ({ accountId }: Actor) => `${accountId}@mailbox.example`;
const inSession = (actor: Actor) =>
  actor.as({ kind: "person", sessionId: "one" });

test("both sides of a held price hear by mail that it ends soon, unless they turned it off", async () => {
  await using core = await startStage();
  await using relay = await startRelay();
  const { alice, bob, services } = core;
  await insertSession(services, alice);
  await insertSession(services, bob);
  await inSession(bob).run(updateNotifications, {
    holdEnding: false,
    needsYou: false,
  });
  const timeZone = "Asia/Kolkata";
  const elsewhere = { timeZone: "Mars/Olympus" };
  await inSession(alice).refused(updateNotifications, elsewhere);
  await inSession(alice).run(updateNotifications, { timeZone });
  const id = await paid(core);
  await deliverDue(services, relay.mailer);
  const before = relay.mails.length;
  await pass(core, HOLD - NOTICE);
  await deliverDue(services, relay.mailer);
  const [mail, ...more] = relay.mails.slice(before);
  expect(more).toEqual([]);
  expect(mail?.subject).toBe("The hold on 5.00 ends soon: words");
  expect(mail?.to).toMatchObject({ text: mailboxOf(alice) });
  const end = core.services.clock() + NOTICE;
  // The zone is named, and half an hour from any whole one.
  const words = timeInWords(end, timeZone, "en");
  expect(words).toMatch(/:30 [AP]M \(Asia\/Kolkata\)$/);
  expect(mail?.text).toContain(`until ${words}.`);
  expect(mail?.text).toMatch(/\nPrice: [\d.]+ USDC \(test money\), held\n/);
  const iso = new Date(end).toISOString();
  expect(`${mail?.text}${mail?.html}`).not.toContain(iso);
  expect(mail?.text).toContain(`http://localhost:3000/c/${id}\n`);
  await deliverDue(services, relay.mailer);
  expect(relay.mails).toHaveLength(before + 1);
});

test("the owner of a lost domain gets a mail that names it, once for each step", async () => {
  const name = "bakery.example";
  let published: readonly string[] = [];
  await using dns = await startDns({
    [RESOLVER]: zone(() => [ns(name, `ns1.${name}`), a(`ns1.${name}`, NS1)]),
    [NS1]: zone(() =>
      published.map((value) => txt(`_svc-challenge.${name}`, value)),
    ),
  });
  await using core = await startCore(dns.env);
  await using relay = await startRelay();
  const alice = await core.account("alice");
  await insertSession(core.services, alice);
  const { id, record } = await alice.run(addDomain, { domain: name });
  published = [record.value];
  await alice.run(verifyDomain, { id });
  published = [];
  const told: number[] = [];
  for (let day = 0; day < 36; day++) {
    core.advance(DAY);
    await recheckDue(core.services);
    if ((await deliverDue(core.services, relay.mailer)) > 0) told.push(day);
  }
  expect(told).toHaveLength(2);
  for (const mail of relay.mails) {
    expect(mail.subject).toBe(`${name} is no longer verified`);
    expect(mail.text).toContain(name);
    expect(mail.to).toMatchObject({ text: mailboxOf(alice) });
  }
});

test("the owner of a domain that another account has proved gets a mail", async () => {
  const name = "bakery.example";
  let published: readonly string[] = [];
  await using dns = await startDns({
    [RESOLVER]: zone(() => [ns(name, `ns1.${name}`), a(`ns1.${name}`, NS1)]),
    [NS1]: zone(() =>
      published.map((value) => txt(`_svc-challenge.${name}`, value)),
    ),
  });
  await using core = await startCore(dns.env);
  await using relay = await startRelay();
  const owners = [await core.account("alice"), await core.account("bob")];
  const proves = async (who: Actor) => {
    const { id, record } = await who.run(addDomain, { domain: name });
    published = [record.value];
    await who.run(verifyDomain, { id });
    await deliverDue(core.services, relay.mailer);
  };
  for (const who of owners) await insertSession(core.services, who);
  const [alice, bob] = owners;
  if (!alice || !bob) throw new Error("Two accounts were made");
  await proves(alice);
  expect(relay.mails).toEqual([]);
  await proves(bob);
  expect(relay.mails).toHaveLength(1);
  const [mail] = relay.mails;
  expect(mail?.subject).toBe("bakery.example now belongs to another account");
  expect(mail?.to).toMatchObject({ text: mailboxOf(alice) });
});
