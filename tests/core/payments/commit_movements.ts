import type {
  CommandCall,
  QueryCall,
} from "../../../src/core/access/context.ts";
import type { Statement } from "../../../src/core/db/statement.ts";
import type { Approval } from "../../../src/core/review/review.ts";
import { reviewPayment } from "../../../src/core/review/review.ts";
import { NOTHING_SPENT } from "../review/facts.ts";

/** Commits the statements that movements collect, with the approval that they need. */
export async function commitMovements(
  query: QueryCall,
  work: (call: CommandCall, approval: Approval<"payment">) => void,
): Promise<void> {
  const statements: Statement[] = [];
  const call: CommandCall = {
    ...query,
    write: (...more) => void statements.push(...more),
    record() {},
    committed() {},
    changed() {},
    tellDevices() {},
    wake() {},
    refuseAfter() {},
    cover() {},
    endOf: () => 0,
  };
  const facts = { byAgent: false, areParties: true, ...NOTHING_SPENT };
  const { grants } = reviewPayment(call, {}, facts);
  if (!grants) throw new Error("Expected an approval");
  work(call, grants);
  await query.db.commit(statements);
}
