import { Type } from "typebox";
import { DECIDER, defineQuery } from "../access/operation.ts";
import { hasScope, isDelegate } from "../access/principal.ts";
import { presentAddress } from "../addresses/present.ts";
import { AddressSchema } from "../addresses/schemas.ts";
import { addressStore } from "../addresses/store.ts";
import { CURRENCIES, currencyOn } from "../base/rails/chain.ts";
import { closed, described, nullable } from "../base/schemas.ts";
import { loadAccount, presentAccount } from "../identity/accounts.ts";
import { AccountSchema } from "../identity/schemas.ts";
import { isCurrent } from "../identity/teams/acting_as.ts";
import { decidesFor, teamsOf } from "../identity/teams/present_member.ts";
import { DelegationSchema, TeamSchema } from "../identity/teams/schemas.ts";
import { PayoutSchema, payoutOf } from "../payments/payout.ts";

/** The account of the caller. */
export const getAccount = defineQuery({
  name: "get_account",
  title: "Read your account",
  description: "Read your own account and its free address.",
  access: DECIDER,
  scope: "addresses:read",
  input: closed({}),
  output: closed({
    account: AccountSchema,
    address: nullable(AddressSchema),
    payout: Type.Optional(
      described(
        PayoutSchema,
        "Where it is paid on the service's chain; absent where prices are test money.",
      ),
    ),
    teams: Type.Optional(
      Type.Array(TeamSchema, {
        description: "The caller's own teams; absent without any.",
      }),
    ),
    decidesFor: Type.Optional(
      Type.Array(DelegationSchema, {
        description: "The people whom the caller decides for; absent without.",
      }),
    ),
    currencies: Type.Array(Type.Enum([...CURRENCIES]), {
      description: "The currencies for prices here; the first is the default.",
    }),
  }),
  async run(_input, call) {
    const { rails } = call.settings;
    const account = await loadAccount(call, call.member.accountId);
    const own = await addressStore(call.db).ofAccount(account.id);
    const payout = isDelegate(call.member)
      ? undefined
      : await payoutOf(call, account.id);
    const mayAct = hasScope(call.member.team?.by ?? call.member, "teams:act");
    const teams = mayAct ? await teamsOf(call) : [];
    const others = mayAct ? await decidesFor(call, isCurrent) : [];
    return {
      account: presentAccount(account),
      address: own ? presentAddress(call.settings, own) : null,
      ...(payout && { payout }),
      ...(teams.length > 0 && { teams }),
      ...(others.length > 0 && { decidesFor: others }),
      currencies: rails.map(currencyOn),
    };
  },
});
