import { Type } from "typebox";
import { defineCommand, SYSTEM_ONLY } from "../access/operation.ts";
import { closed, flag } from "../base/schemas.ts";
import { SENDER_NAMES } from "../db/tables/data/delivery_schema.ts";
import { DELIVERY_SENDERS } from "../senders/mod.ts";

/** Makes a receiver's pending deliveries before they are sent. */
export const beginDeliveries = defineCommand({
  name: "begin_deliveries",
  title: "Begin deliveries",
  access: SYSTEM_ONLY,
  input: closed({
    sender: Type.Enum([...SENDER_NAMES]),
    accountId: Type.String(),
    receiverId: Type.String(),
  }),
  output: closed({ hasMore: flag("True if more is left to prepare.") }),
  chains: ({ accountId }) => [accountId],
  async run({ sender, receiverId }, call) {
    const hasMore = await DELIVERY_SENDERS[sender].begin?.(call, receiverId);
    return { hasMore: hasMore ?? false };
  },
});
