import { SYSTEM } from "../core/access/principal.ts";
import type { IdentityEvent } from "../core/identity/sign_in/auth_world.ts";
import { recordIdentityEvent } from "../core/operations/record_identity_event.ts";
import type { Services } from "../core/pipeline/call.ts";
import { callOperation } from "../core/pipeline/call.ts";
import { requestIdOf } from "../http/request_info.ts";

/** Records a change of a person's access in their own chain. */
export async function recordAccountEvent(
  services: Services,
  event: IdentityEvent,
): Promise<void> {
  const caller = {
    principal: SYSTEM,
    via: "system",
    requestId: requestIdOf(undefined),
  } as const;
  await callOperation(services, recordIdentityEvent, caller, event);
}
