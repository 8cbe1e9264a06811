/**
 * Which errors are there, and how does each wire say them? One row an error in
 * `request_errors.ts` and its neighbours. `to_service_error.ts` makes an error of whatever
 * was thrown.
 * @module
 */
import { DATA_ERRORS } from "./data_errors.ts";
import { IDENTITY_ERRORS } from "./identity_errors.ts";
import { PAYMENT_ERRORS } from "./payment_errors.ts";
import { REQUEST_ERRORS } from "./request_errors.ts";
import { STATE_ERRORS } from "./state_errors.ts";

/** Every error of the service: code → meaning on each wire. The only such table. */
export const ERRORS = {
  ...IDENTITY_ERRORS,
  ...REQUEST_ERRORS,
  ...STATE_ERRORS,
  ...PAYMENT_ERRORS,
  ...DATA_ERRORS,
} as const;

export type ErrorCode = keyof typeof ERRORS;
