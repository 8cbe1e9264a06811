import { creditAccount } from "../../../src/core/operations/credit_account.ts";
import type { TestService } from "../../harness.ts";
import { over } from "../../rest/team.ts";
import type { Set as Means } from "../cards.ts";
import type { Scene } from "./scenes.ts";

/** A team whose money above an amount takes two people, as one of its owners sees it. */
export async function teamFor(
  service: TestService,
  set: Means,
): Promise<readonly Scene[]> {
  const made = await over(service, set.token)("POST", "/v1/teams", {
    ...{ displayName: "Purchasing", localPart: "purchasing" },
  });
  const { id: accountId, address } = made.team;
  await service.operate(creditAccount, { accountId, amount: "5000.00" });
  const mine = over(service, set.token, address);
  const others = [
    await set.another("Ada Long"),
    await set.another("Ben Short"),
  ];
  for (const other of others) {
    await mine("PUT", `/v1/members/${other.address}`, { role: "manager" });
  }
  const [ada, ben] = others.map(({ token }) => over(service, token, address));
  const terms = { over: "1000.00", needed: 2, escalateAfter: 4 };
  await mine("PUT", "/v1/approvals", terms);
  const sent = await ben?.("POST", "/v1/conversations", {
    ...{ to: [set.friend.address], title: "Forty desks", submit: true },
    ...{ text: "Forty desks by March, please.", price: "1800.00" },
  });
  const at = `/v1/conversations/${sent?.conversationId}`;
  await ada?.("POST", `${at}/decisions`, { decision: "approve" });
  const path = `/c/${sent?.conversationId}?as=${address}`;
  return [
    { name: "team that approves", path: `/settings/team?as=${address}` },
    { name: "team decision of two", path },
  ];
}
