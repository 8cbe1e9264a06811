import { Type } from "typebox";
import { defineQuery, SESSION } from "../access/operation.ts";
import { closed, nullable } from "../base/schemas.ts";
import { approvalStore } from "../identity/teams/approval_store.ts";
import { decidedBy, decidesFor } from "../identity/teams/present_member.ts";
import { DelegationSchema } from "../identity/teams/schemas.ts";

/** Lists the people who decide for the caller, and whom the caller decides for. */
export const listDelegations = defineQuery({
  name: "list_delegations",
  title: "List who decides for whom",
  description:
    "List the people who decide for you (given), and whom you decide for (received): act as one of those by the header Svc-Act-As, or svc/as in _meta of a call.",
  access: SESSION,
  input: closed({}),
  output: closed({
    given: Type.Array(DelegationSchema, {
      description: "The people who decide for you.",
    }),
    received: Type.Array(DelegationSchema, {
      description: "The people whom you decide for.",
    }),
    escalateAfter: nullable(
      Type.Integer({
        description:
          "Hours after which your delegates are asked; null is never.",
      }),
    ),
  }),
  run: async (_input, call) => ({
    given: await decidedBy(call),
    received: await decidesFor(call),
    escalateAfter:
      (await approvalStore(call.db).of(call.member.accountId))?.escalateAfter ??
      null,
  }),
});
