/** Says that an operation failed; carries the problem object that every wire shows. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(problem: Readonly<Record<string, unknown>>) {
    super(String(problem.detail));
    this.problem = problem;
  }
}
