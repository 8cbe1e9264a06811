/**
 * A refusal of any wire, in one form: the words and facts that all of them give, without those
 * of its own.
 */
export interface Refusal {
  readonly code: string;
  readonly detail: string;
  /** The wrong fields, by their path in the operation's input. */
  readonly faults: readonly string[];
  /** The facts beside them, such as the state or what was meant, as texts. */
  readonly facts: Readonly<Record<string, string>>;
}

/** A problem document (RFC 9457), which MCP gives too. */
export interface Problem {
  readonly code: string;
  readonly detail?: string;
  readonly errors?: readonly {
    readonly pointer: string;
    readonly detail: string;
  }[];
  readonly [member: string]: unknown;
}

/** Members that name the wire itself, or say `code` and `detail` again. */
const OF_THE_WIRE = [
  ...["type", "title", "status", "error", "message", "docs", "fix"],
  ...["requestId", "instance", "expected", "taskId"],
];

function factsOf(members: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(members)
      .filter(([name]) => !OF_THE_WIRE.includes(name))
      .map(([name, it]) => [
        name,
        typeof it === "string" ? it : JSON.stringify(it),
      ])
      .toSorted(([a = ""], [b = ""]) => (a < b ? -1 : 1)),
  );
}

/** The drivers of MCP and A2A say a text as the only part. */
function ofText(words: string): string {
  return words
    .replaceAll("parts[0].text", "text")
    .replaceAll("/parts/0/text", "/text");
}

/** A refusal of REST and MCP. */
export function ofProblem(problem: Problem): Refusal {
  const { code, detail = "", errors = [], ...more } = problem;
  const faults = errors.map((it) => ofText(`${it.pointer}: ${it.detail}`));
  return { code, detail: ofText(detail), faults, facts: factsOf(more) };
}

/** An error of A2A. */
export interface TaskError {
  readonly code: number;
  readonly message: string;
  readonly data?: readonly {
    readonly reason?: string;
    readonly metadata?: Readonly<Record<string, string>>;
    readonly fieldViolations?: readonly {
      readonly field: string;
      readonly description: string;
    }[];
  }[];
}

/** A refusal of A2A, in the words of the other two. */
export function ofTaskError({ code, message, data = [] }: TaskError): Refusal {
  const info = data.find(({ metadata }) => metadata !== undefined);
  const { code: said = String(code), ...more } = info?.metadata ?? {};
  const faults = data
    .flatMap(({ fieldViolations = [] }) => fieldViolations)
    .map((it) => ofText(`${pointerOf(it.field)}: ${it.description}`));
  // The operation behind ListTasks has a title of its own.
  const detail = message.replace(
    /^Cannot list tasks/,
    "Cannot list conversations",
  );
  return { code: said, detail: ofText(detail), faults, facts: factsOf(more) };
}

function pointerOf(field: string): string {
  return `/${field
    .replace(/^(?:message\.)?metadata\.svc\.|^message\./, "")
    .replace(/\[(\d+)\]/g, ".$1")
    .replaceAll(".", "/")}`;
}
