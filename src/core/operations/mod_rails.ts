import type { Operation } from "../access/operation.ts";
import { getRailStatus } from "./get_rail_status.ts";
import { liftStop } from "./lift_stop.ts";
import { resolveMovement } from "./resolve_movement.ts";
import { retryMovement } from "./retry_movement.ts";
import { setPayoutAddress } from "./set_payout_address.ts";
import { settleMovement } from "./settle_movement.ts";
import { verifyLedger } from "./verify_ledger.ts";
import { verifyRail } from "./verify_rail.ts";

/** What keeps the rails, and looks after them. */
export const RAIL_OPERATIONS: readonly Operation[] = [
  settleMovement,
  verifyLedger,
  verifyRail,
  getRailStatus,
  liftStop,
  retryMovement,
  resolveMovement,
  setPayoutAddress,
];
