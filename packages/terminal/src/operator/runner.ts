import type {
  HandedOver,
  TakenMail,
} from "../../../../src/core/loops/take_mail.ts";
import { ProblemError } from "../problem_error.ts";
import type { InputOf, OperationName, OutputOf } from "./operations.ts";

/** The end of a call: its output, or the problem object that every interface shows. */
export type Called =
  | { readonly output: unknown }
  | { readonly problem: Readonly<Record<string, unknown>> };

/** Carries calls to what runs them: the running service, or the core in this process. */
export interface Carrier {
  call(operation: string, input: unknown): Promise<Called>;
  /** Receives a mail; each character of it is one byte. */
  takeMail(handed: HandedOver): Promise<TakenMail>;
  close(): Promise<void>;
}

/** Runs operator operations for a command. */
export interface Runner extends Pick<Carrier, "takeMail" | "close"> {
  run<N extends OperationName>(
    operation: N,
    input: InputOf<N>,
  ): Promise<OutputOf<N>>;
  /** The same for an operation that only its caller knows. */
  call(operation: string, input: unknown): Promise<unknown>;
}

/** Names operations to a carrier; a problem is thrown as a ProblemError. */
export function runnerOf(carrier: Carrier): Runner {
  const call: Runner["call"] = async (operation, input) => {
    const called = await carrier.call(operation, input);
    if ("problem" in called) throw new ProblemError(called.problem);
    return called.output;
  };
  return {
    call,
    run: async <N extends OperationName>(operation: N, input: InputOf<N>) =>
      (await call(operation, input)) as OutputOf<N>,
    takeMail: (handed) => carrier.takeMail(handed),
    close: () => carrier.close(),
  };
}
