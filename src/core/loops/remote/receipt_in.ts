import type { ForeignAccount } from "../../addresses/foreign/foreign_store.ts";
import type { ForeignReceipt } from "../../addresses/foreign/remote.ts";
import { foreignReceipt } from "../../agents/remote/foreign_receipt.ts";
import { isObject } from "../../base/json.ts";
import type { TakenRemote } from "../../conversations/acts/delivery/taken_remote.ts";
import { isTask } from "../../conversations/acts/delivery/taken_remote.ts";
import type { RemoteBegun } from "../../operations/begin_remote_take.ts";
import type { Services } from "../../pipeline/call.ts";

/** A snapshot, and the account that it is of. */
export interface Snapshot {
  readonly services: Services;
  readonly taken: TakenRemote;
  readonly account: ForeignAccount;
  readonly begun: RemoteBegun;
}

/** The payee's receipt for a price paid across, if it is new and their service signed it. */
export async function receiptIn({
  services,
  taken: { said },
  account: { origin, address },
  begun: { unsigned: price },
}: Snapshot): Promise<ForeignReceipt | undefined> {
  if (!isTask(said) || price === undefined) return undefined;
  const { id: taskId, metadata } = said;
  const { svc } = metadata;
  const payment = isObject(svc) ? svc.payment : undefined;
  const signed = isObject(payment) ? payment.receipt : undefined;
  const about = { origin, address, taskId, price };
  return signed
    ? await foreignReceipt(services.outside, signed, about)
    : undefined;
}
