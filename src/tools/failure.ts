import { Type } from "typebox";
import { Word } from "../core/base/own_words.ts";
import { closed } from "../core/base/schemas.ts";
import type { FieldError, Problem } from "../core/errors/errors.ts";
import { problemOf } from "../core/errors/errors.ts";
import type { Services } from "../core/pipeline/call.ts";
import { serviceErrorOf } from "../http/problem.ts";
import { shortAmount } from "./results/amount.ts";

/** Made by the service, or chosen by the client, in short. */
const RequestId = Type.Union([Word("id"), Word("code")]);

/** More members of a problem that help a model to continue. */
const FURTHER = {
  didYouMean: Word("sentence"),
  scope: Word("code"),
  state: Word("code"),
  condition: Word("code"),
  missing: Word("sentence"),
  needed: Word("amount"),
  balance: Word("amount"),
  refundable: Word("amount"),
  retryAfter: Type.Number(),
  checkpointId: Word("id"),
  approvalUrl: Word("link"),
  requestId: RequestId,
};

/** A failure as a model sees it, each fact once (docs/tool_results.md, Errors). */
export const FailureSchema = closed({
  error: Word("sentence"),
  code: Word("code"),
  fix: Word("sentence"),
  errors: Type.Array(
    closed({ pointer: Word("pointer"), detail: Word("sentence") }),
  ),
  checkpoints: Type.Array(
    closed({ checkpointId: Word("id"), title: Type.String() }),
  ),
  ...FURTHER,
});

/** The whole problem as on every interface; unknown members are fenced as one text. */
export const ProblemSchema = closed({
  type: Word("link"),
  title: Word("sentence"),
  status: Type.Integer(),
  detail: Word("sentence"),
  error: Word("sentence"),
  message: Word("sentence"),
  fix: Word("sentence"),
  docs: Word("link"),
  code: Word("code"),
  errors: Type.Array(
    closed({
      pointer: Word("pointer"),
      code: Word("code"),
      detail: Word("sentence"),
      didYouMean: Word("sentence"),
    }),
  ),
  scope: Word("code"),
  state: Word("code"),
  checkpointId: Word("id"),
  approvalUrl: Word("link"),
  requestId: RequestId,
});

/** The thrown error as the problem of every interface. */
export function problemFor(
  services: Services,
  thrown: unknown,
  requestId: string,
): Problem {
  const error = serviceErrorOf(services, thrown, { requestId, wire: "mcp" });
  const { baseUrl } = services.settings;
  return problemOf(error, { baseUrl, requestId, wire: "mcp" });
}

/** A failure that a model can read and correct. */
export function shortFailure(problem: Problem): object {
  const { errors = [], checkpoints } = problem;
  return {
    error: problem.detail,
    code: problem.code,
    fix: problem.fix,
    ...(errors.length > 0 && { errors: errors.map(fault(problem)) }),
    ...(Array.isArray(checkpoints) &&
      checkpoints.length > 0 && { checkpoints: checkpoints.map(waiting) }),
    ...furtherOf(problem),
  };
}

/** Where the fault is, and why; a single fault is described by the problem's detail. */
function fault({ detail: said, errors = [] }: Problem) {
  const isSaid = (detail: string) =>
    errors.length === 1 && said.includes(detail);
  return ({ pointer, detail }: FieldError) => ({
    pointer,
    ...(!isSaid(detail) && { detail }),
  });
}

function waiting({
  checkpointId,
  title,
}: Record<"checkpointId" | "title", string>) {
  return { checkpointId, title };
}

function furtherOf(problem: Problem): object {
  const isOurs = problem.status >= 500;
  const members = Object.keys(FURTHER)
    .filter((name) => problem[name] !== undefined)
    .filter((name) => isOurs || name !== "requestId")
    .map((name) => [name, shortAmount(problem[name])]);
  return Object.fromEntries(members);
}
