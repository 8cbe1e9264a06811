import type { Static } from "typebox";
import type { TaskState } from "../core/agents/remote/calls/remote_task.ts";
import type { MessageSchema } from "../core/conversations/model/content_schemas.ts";
import type { ConversationSchema } from "../core/conversations/model/schemas.ts";
import type { State } from "../core/conversations/model/states.ts";
import type { Inline } from "./artifact_shape.ts";
import { toArtifact } from "./artifact_shape.ts";
import type { StatusMessage } from "./message_shape.ts";
import { toMessage } from "./message_shape.ts";
import { paymentStatusOf } from "./payment_status.ts";

type Conversation = Static<typeof ConversationSchema>;
type Message = Static<typeof MessageSchema>;

/** A2A 1.0 Role, each name at its number. */
export const A2A_ROLES = [
  "ROLE_UNSPECIFIED",
  "ROLE_USER",
  "ROLE_AGENT",
] as const;

/** A2A has no drafts: `metadata.svc.state` distinguishes them. */
const TASK_STATE_OF = {
  draft: "TASK_STATE_UNSPECIFIED",
  submitted: "TASK_STATE_SUBMITTED",
  working: "TASK_STATE_WORKING",
  "input-required": "TASK_STATE_INPUT_REQUIRED",
  "auth-required": "TASK_STATE_AUTH_REQUIRED",
  completed: "TASK_STATE_COMPLETED",
  canceled: "TASK_STATE_CANCELED",
  failed: "TASK_STATE_FAILED",
  rejected: "TASK_STATE_REJECTED",
} as const satisfies Record<State, TaskState>;

const STATE_OF = new Map<TaskState, State>(
  Object.entries(TASK_STATE_OF).map(([state, name]) => [name, state as State]),
);

/** The state in a filter; unspecified means no filter. */
export function stateOf(name: TaskState | undefined): State | undefined {
  if (name === undefined || name === "TASK_STATE_UNSPECIFIED") return undefined;
  return STATE_OF.get(name);
}

/** How much of a task the caller wants. */
export interface TaskView {
  /** Newest messages to show; 0 omits the key (A2A 3.2.4). */
  readonly historyLength: number;
  /** `always` also shows an empty list, as ListTasks must (A2A 3.1.4). */
  readonly artifacts?: "some" | "always" | "never";
}

/** The parts of a task that this wire reads again. */
export interface Task {
  readonly metadata: { readonly svc: object };
  readonly status: object;
  readonly [member: string]: unknown;
}

/** A conversation as an A2A Task, without unset members. */
export function toTask(
  conversation: Conversation,
  view: TaskView,
  contents: Inline,
): Task {
  const { artifacts = "some" } = view;
  const history = historyOf(conversation, view.historyLength);
  const answer = saidOf(conversation);
  const files = artifacts === "never" ? [] : conversation.artifacts;
  return {
    id: conversation.id,
    contextId: conversation.contextId,
    status: {
      state: TASK_STATE_OF[conversation.state],
      timestamp: conversation.stateAt,
      ...(answer && { message: answer }),
    },
    ...((artifacts === "always" || files.length > 0) && {
      artifacts: files.map((it) => toArtifact(it, contents)),
    }),
    ...(history.length > 0 && { history }),
    metadata: {
      svc: { ...serviceData(conversation), ...olderOf(conversation, history) },
    },
  };
}

/** The state that a status update tells, and the message that it brings. */
interface StatusChange {
  readonly state: State;
  readonly at: string;
  readonly message?: Message;
  readonly svc: object;
}

/** A change of a task as a TaskStatusUpdateEvent (A2A 4.2.1). */
export function toStatusUpdate(
  conversation: Conversation,
  { state, at, message, svc }: StatusChange,
): object {
  const said = message
    ? toMessage(conversation, message)
    : conversation.state === state && saidOf(conversation);
  return {
    taskId: conversation.id,
    contextId: conversation.contextId,
    status: {
      state: TASK_STATE_OF[state],
      timestamp: at,
      ...(said && { message: said }),
    },
    metadata: { svc },
  };
}

/** The message that goes with the state of a task. */
function saidOf(conversation: Conversation): StatusMessage | undefined {
  return statusMessage(
    conversation,
    answerOf(conversation) ?? waitingOf(conversation),
    paymentStatusOf(conversation),
  );
}

/** The messages omitted from the history: GetTask with `before` continues. */
function olderOf(
  { messages, messagesOmitted }: Conversation,
  { length }: readonly object[],
): object {
  const omitted = messagesOmitted + messages.length - length;
  if (omitted === 0 || length === 0) return {};
  const before = messages.at(-length)?.messageId;
  return { messagesOmitted: omitted, before };
}

/** The last message of the service's own agent once it has finished, even without history. */
function answerOf(conversation: Conversation): StatusMessage | undefined {
  const last = conversation.messages.at(-1);
  if (conversation.state !== "completed") return undefined;
  return last?.author.kind === "service"
    ? toMessage(conversation, last)
    : undefined;
}

/** The status message of a task that waits for a decision of the reader's person. */
function waitingOf(conversation: Conversation): StatusMessage | undefined {
  const { id, contextId, checkpoints, nextStep } = conversation;
  const open = checkpoints.find(
    (it) => it.status === "open" && it.approvalUrl !== undefined,
  );
  const isPersons = nextStep.who === "person";
  const at = open?.approvalUrl ?? (isPersons && nextStep.approvalUrl);
  if (!at) return undefined;
  const why = open?.because?.detail ?? nextStep.reason ?? "";
  const text = `Waits for your person, who decides at ${at}. ${why}`;
  return {
    messageId: open?.checkpointId ?? id,
    contextId,
    taskId: id,
    role: "ROLE_AGENT",
    parts: [{ text: text.trim() }],
    metadata: { svc: open ? { checkpointId: open.checkpointId } : {} },
  };
}

/** A status message of the service, or its usual one, with the payment status. */
export function statusMessage(
  { id, contextId, payment }: Conversation,
  said: StatusMessage | undefined,
  paid: ReturnType<typeof paymentStatusOf>,
): StatusMessage | undefined {
  if (!paid) return said;
  const { text, metadata } = paid;
  if (said) return { ...said, metadata: { ...said.metadata, ...metadata } };
  return {
    messageId: payment.paymentId,
    contextId,
    taskId: id,
    role: "ROLE_AGENT",
    parts: [{ text }],
    metadata,
  };
}

function historyOf(conversation: Conversation, length: number): object[] {
  const { messages } = conversation;
  const first = Math.max(0, messages.length - length);
  const history: object[] = [];
  for (const message of messages.slice(first)) {
    history.push(toMessage(conversation, message));
  }
  return history;
}

function serviceData({
  version,
  state,
  nextStep,
  actions,
  replyReaders,
  stateReason,
  stateCode,
  stateReasonBy,
  declines,
  payment,
  terms,
  checkpoints,
  links,
}: Conversation): object {
  return {
    version,
    state,
    nextStep,
    ...(actions && { actions }),
    ...(replyReaders && { replyReaders }),
    stateReason,
    stateCode,
    ...(stateReasonBy && { stateReasonBy }),
    ...(declines && { declines }),
    payment,
    ...(terms && { terms }),
    checkpoints,
    links,
  };
}
