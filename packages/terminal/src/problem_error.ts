/** An operation that failed, with the problem object that every interface shows. */
export class ProblemError extends Error {
  override readonly name = "ProblemError";
  readonly problem: Readonly<Record<string, unknown>>;

  constructor(problem: Readonly<Record<string, unknown>>) {
    super(String(problem.detail));
    this.problem = problem;
  }
}
