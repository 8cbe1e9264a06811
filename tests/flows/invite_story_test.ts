import { expect, test } from "bun:test";
import { Browser, codeFor } from "../auth/browser.ts";
import type { TestService } from "../harness.ts";
import { json, startService } from "../harness.ts";
import { deliverDue } from "../mail/deliver_due.ts";
import { linkIn, startRelay } from "../mail/relay.ts";
import { EventReader } from "../rest/event_reader.ts";

const EVE = "eve@example.org";
const SECRET = "the words that no mail carries";

async function see(service: TestService, token: string, id: string) {
  const response = await service.fetch(`/v1/conversations/${id}`, { token });
  return (await json(response)).conversation;
}

test("from a request to an ordinary address, through the mail and the guest's answer, to the guest's account that is paid", async () => {
  await using service = await startService({ isRealTime: true });
  await using relay = await startRelay();
  const alice = await service.addAccount("alice", { credit: "100.00" });
  const { token } = alice;
  const created = await service.fetch("/v1/conversations", {
    method: "POST",
    token,
    json: {
      to: [EVE],
      title: "A plan",
      text: SECRET,
      price: "5",
      submit: true,
    },
  });
  const { conversationId: id, conversation } = await json(created);
  expect(conversation.payment).toMatchObject({ status: "held", payee: null });

  // The mail.
  expect(await deliverDue(service.services, relay.mailer)).toBe(1);
  const [mail] = relay.mails;
  expect(mail?.to).toMatchObject({ text: EVE });
  expect(relay.raw.join("")).not.toContain(SECRET);
  const sent = (await see(service, token, id)).participants[1];
  expect(sent.delivery.state).toBe("invite_sent");

  // A scanner opens it; then the guest does.
  const link = linkIn(relay, EVE);
  expect((await service.fetch(link)).status).toBe(303);
  expect((await see(service, token, id)).participants[1]).toEqual(sent);
  const eve = new Browser(service);
  const opened = await eve.get(link);
  expect(opened.headers.get("location")).toBe("/i");
  const page = await (await eve.get("/i")).text();
  expect(page).toContain(SECRET);
  expect(page.match(/<script/g)).toHaveLength(1);

  // The answer, heard by the sender as an event.
  const once = /name="once" value="([0-9a-f]+)"/.exec(page)?.[1] ?? "";
  const participant =
    /name="participant" value="([^"]+)"/.exec(page)?.[1] ?? "";
  const answer = { text: "Gladly.\r\nEve", once, participant };
  await using events = await EventReader.open(
    service,
    `/v1/conversations/${id}/subscribe`,
    { token },
  );
  expect((await events.event()).event).toBe("ready");
  expect((await eve.post("/i/reply", answer)).headers.get("location")).toBe(
    "/i",
  );
  await eve.post("/i/reply", answer);
  const accepted = await events.event();
  expect(accepted).toMatchObject({
    event: "state.changed",
    data: { state: "working", actor: { kind: "guest", address: EVE } },
  });
  const event = await events.event();
  expect(event.event).toBe("message.appended");
  expect(event.data).toMatchObject({
    state: "working",
    message: {
      text: "Gladly.\nEve",
      author: { address: EVE, kind: "email" },
    },
  });
  const answered = await see(service, token, id);
  expect(answered.messages).toHaveLength(2);
  expect(answered.participants[1].delivery.state).toBe("opened");

  // The account.
  await eve.post("/sign-in", { email: EVE, by: "code", query: "invite=1" });
  const code = codeFor(service, EVE);
  const signedIn = await eve.post("/sign-in/code", {
    email: EVE,
    code,
    query: "invite=1",
  });
  expect(signedIn.headers.get("location")).toBe("/sign-up?invite=1");
  const named = await eve.post("/sign-up", {
    displayName: "Eve",
    localPart: "eve",
    query: "invite=1",
  });
  expect(named.headers.get("location")).toBe("/i");
  expect(await (await eve.get("/i")).text()).toContain("Move it to my inbox");
  expect(
    (await eve.post("/i/claim", { participant })).headers.get("location"),
  ).toBe(`/c/${id}`);

  // It is hers: the conversation, the money that waits, and the right to sign for it.
  const bearer = await json(await eve.call("/api/auth/session-token"));
  const own = await see(service, bearer.token, id);
  expect(own.participants[1]).toMatchObject({
    address: "eve@inbox.localhost",
    displayName: "Eve",
    delivery: { state: "joined" },
  });
  expect(own.messages).toHaveLength(2);
  expect(own.payment.payee.address).toBe("eve@inbox.localhost");
  const receipt = await service.fetch(`/v1/conversations/${id}/receipt`, {
    method: "POST",
    token: bearer.token,
    json: { confirm: true },
  });
  expect(receipt.status).toBe(200);
  expect((await see(service, token, id)).payment.status).toBe("released");
  // The link has done its work.
  expect((await service.fetch(link)).status).toBe(404);
  expect(service.logged.join("")).not.toContain(link.split("/").at(-1) ?? "-");
});
