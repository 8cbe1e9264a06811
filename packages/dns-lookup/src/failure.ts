/** Why DNS gave no useful answer about the record. */
export type DnsFailureCode =
  | "timeout"
  | "unreachable"
  | "bad_answer"
  | "server_failure"
  | "refused"
  | "lame_delegation"
  | "private_name_servers"
  | "too_many_aliases";

/** DNS failed: this says nothing about whether a record is published. */
export class DnsFailure extends Error {
  override readonly name = "DnsFailure";
  readonly code: DnsFailureCode;

  constructor(code: DnsFailureCode, message: string, cause?: unknown) {
    super(message || code, { cause });
    this.code = code;
  }
}
