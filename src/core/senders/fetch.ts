import type { CommandCall } from "../access/context.ts";
import type { NamedFile } from "../access/other_services.ts";
import { foreignMember } from "../addresses/foreign/foreign_member.ts";
import type { ForeignAccount } from "../addresses/foreign/foreign_store.ts";
import { foreignStore } from "../addresses/foreign/foreign_store.ts";
import { remoteTaskStore } from "../addresses/foreign/remote_task_store.ts";
import { fetchPart } from "../agents/remote/calls/fetch_part.ts";
import { errorOfCall } from "../agents/remote/calls/refusal.ts";
import { LIMITS } from "../base/limits.ts";
import { remotePlaceOf } from "../conversations/acts/store/foreign_queue.ts";
import { THREE_DAYS } from "../delivery/back_off.ts";
import type { Delivery } from "../delivery/delivery_store.ts";
import { deliveryStore } from "../delivery/delivery_store.ts";
import type { DeliveryOutcome } from "../delivery/outcome.ts";
import { mayReach } from "../federation/policy.ts";
import { signRequest } from "../federation/signatures/sign_request.ts";
import type { Carriers, Sender } from "./sender.ts";

/**
 * Fetches the large files of signed messages from the service that sent them, a few at once,
 * and adds them in the name of their sender (docs/federation.md).
 */
export const FETCH: Sender = {
  name: "fetch",
  shares: {
    all: LIMITS.remoteFilesAtOnce,
    ofAccount: 1,
    ofHost: 1,
    failing: 1,
  },
  schedule: THREE_DAYS,
  keptMs: LIMITS.remoteKeptMs,
  isKept: false,
  canLeave: () => true,
  async busy({ db, clock }) {
    const due = await deliveryStore(db).due("fetch", clock());
    const origins = await remoteTaskStore(db).origins(
      due.map(({ accountId }) => accountId),
    );
    return due.map((it) => ({
      ...it,
      host: () => origins.get(it.accountId) ?? "",
    }));
  },
  async compose(call, delivery) {
    const account = await foreignStore(call.db).byAccount(delivery.accountId);
    const isOpen = account && account.disabledAt === null;
    if (!isOpen || !(await mayReach(call, account))) return { came: "dropped" };
    return (carriers) => fetchOne(call, { account, delivery, carriers });
  },
  // The file that is added has a record of its own.
  chainOf: () => null,
  settled: async () => {},
};

interface Fetching {
  readonly account: ForeignAccount;
  readonly delivery: Delivery;
  readonly carriers: Carriers;
}

async function fetchOne(
  call: CommandCall,
  { account, delivery, carriers }: Fetching,
): Promise<DeliveryOutcome> {
  const { outside } = call;
  const { origin } = account;
  const { url, name, mimeType }: NamedFile = JSON.parse(delivery.body);
  const at = call.clock();
  const sign = (request: Parameters<typeof signRequest>[1]) =>
    signRequest(call, request);
  const came = await fetchPart({ outside, sign, origin }, url);
  const told = (error: string | null) => ({
    ...{ at, tookMs: Math.max(0, call.clock() - at), error },
    ...{ status: error === null ? 200 : null, response: null },
  });
  if (came.came !== "file") {
    const isFinal =
      came.came === "elsewhere" ||
      (came.came === "refused" && came.isFinal) ||
      (came.came === "unreachable" && came.error === "too_large");
    const error = came.came === "elsewhere" ? "elsewhere" : errorOfCall(came);
    return { came: isFinal ? "failed" : "retry", attempt: told(error) };
  }
  const { conversationId } = remotePlaceOf(delivery.recipient);
  const bytes = Buffer.from(came.bytes).toString("base64");
  const file = { conversationId, name, mimeType, bytes };
  const member = foreignMember(account);
  const added = await carriers.addFile(member, delivery.id, file);
  if (added === "added") return { came: "delivered", attempt: told(null) };
  return {
    came: added === "later" ? "retry" : "failed",
    attempt: told(added),
  };
}
