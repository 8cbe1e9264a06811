import { afterAll, beforeAll, expect, test } from "bun:test";
import { ADDRESS_HEADER } from "../auth/browser.ts";
import type { TestDns } from "../dns.ts";
import { a, NS1, ns, RESOLVER, startDns, txt, zone } from "../dns.ts";
import type { TestService } from "../harness.ts";
import { startService } from "../harness.ts";
import { plainPerson } from "./plain/plain_person.ts";

const DOMAIN = "bakery.example";
const NAME = `_svc-challenge.${DOMAIN}`;

let dns: TestDns;
let service: TestService;
let published: ReturnType<typeof txt>[] = [];

beforeAll(async () => {
  dns = await startDns({
    [RESOLVER]: zone(() => [
      ns(DOMAIN, `ns1.${DOMAIN}`),
      a(`ns1.${DOMAIN}`, NS1),
    ]),
    [NS1]: zone(() => published),
  });
  const options = {
    isRealTime: true,
    hostname: "localhost",
    env: { CLIENT_IP_HEADER: ADDRESS_HEADER, ...dns.env },
  } as const;
  service = await startService(options);
}, 30_000);

afterAll(async () => {
  await service?.[Symbol.asyncDispose]();
  await dns?.[Symbol.asyncDispose]();
});

test("a domain of one's own is added, checked against what DNS answers, and written from", async () => {
  using ola = await plainPerson(service, "ola");
  const { page } = ola;
  await page.goto("/settings/addresses");
  await page.getByLabel("Domain", { exact: true }).fill("no domain");
  await page.getByRole("button", { name: "Add domain" }).click();
  const wrong = page.getByRole("alert").getByText(/is not a domain name/);
  await wrong.waitFor();
  await page.getByLabel("Domain", { exact: true }).fill(DOMAIN);
  await page.getByRole("button", { name: "Add domain" }).click();
  await wrong.waitFor({ state: "detached" });
  await page.getByRole("log").getByText("Domain added").waitFor();
  const item = page.getByRole("region", { name: DOMAIN, exact: true });
  await item.getByText("Waiting for DNS record").waitFor();
  await item.getByText(NAME).waitFor();
  const value =
    (await item
      .getByText(/^svc-verify=/)
      .first()
      .textContent()) ?? "";

  published = [txt(NAME, "svc-verify=something-else")];
  await item.getByRole("button", { name: "Check now" }).click();
  const status = item.getByRole("status", { name: `DNS of ${DOMAIN}` });
  await status.getByText("“svc-verify=something-else”").waitFor();

  // Faster than every ten seconds the service would refuse.
  published = [txt(NAME, value)];
  service.clock.advance(11_000);
  await item.getByRole("button", { name: "Check now" }).click();
  await item.getByText("Verified", { exact: true }).waitFor();
  await item.getByText(`Your address: ola@${DOMAIN}`).waitFor();
  await page.goto("/compose");
  await page.getByText("From ola@inbox.localhost").click();
  await page.getByLabel(/^From/).first().selectOption(`ola@${DOMAIN}`);
  await page.getByText(`From ola@${DOMAIN}`).waitFor();
  expect(ola.complaints).toEqual([]);
}, 60_000);
