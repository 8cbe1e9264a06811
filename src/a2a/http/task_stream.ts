import type { Static } from "typebox";
import type { Proto } from "../../../packages/standards/src/proto/message.ts";
import {
  readInteger,
  readWithin,
} from "../../../packages/standards/src/proto/read_fields.ts";
import type { Caller } from "../../core/access/context.ts";
import { toldAsIs } from "../../core/base/words/sentence.ts";
import { smallFiles } from "../../core/conversations/acts/thread/small_files.ts";
import type { MessageSchema } from "../../core/conversations/model/content_schemas.ts";
import type { State } from "../../core/conversations/model/states.ts";
import { isTerminal } from "../../core/conversations/model/states.ts";
import type { ConversationView } from "../../core/conversations/read/projection/present.ts";
import { ServiceError } from "../../core/errors/errors.ts";
import { readNow } from "../../core/pipeline/await_settled.ts";
import type { Services } from "../../core/pipeline/call.ts";
import type {
  Frame,
  Subscription,
  Taker,
} from "../../core/streams/event_stream.ts";
import { openSubscription } from "../../core/streams/subscribe.ts";
import { toArtifact } from "../artifact_shape.ts";
import { readTaskId, TASK_METHODS } from "../methods.ts";
import { refuseFaults } from "../proto_wire.ts";
import { reworded } from "../reworded.ts";
import type { RpcCall } from "../rpc_call.ts";
import type { Task, TaskView } from "../shapes.ts";
import { toStatusUpdate } from "../shapes.ts";
import { showTask, WHOLE_TASK } from "../show_tasks.ts";

/** A method that is answered by a stream of StreamResponse objects (A2A 3.2.3). */
export type A2aStream = (params: Proto, call: RpcCall) => Promise<Subscription>;

/** SendStreamingMessage (A2A 3.1.2): the task as sent, then what happens to it. */
export const streamMessage: A2aStream = async (params, call) => {
  const sent = await TASK_METHODS.SendMessage(params, {
    ...call,
    isStreaming: true,
  });
  const { task }: { readonly task?: Task } = sent;
  if (!task) throw new TypeError("A sent message is answered with its task");
  const configuration = readWithin(params, "configuration");
  const historyLength =
    (configuration && readInteger(configuration, "historyLength")) ??
    WHOLE_TASK.historyLength;
  return await TaskStream.open(call, String(task.id), {
    sent: task,
    view: { historyLength },
  });
};

/** SubscribeToTask (A2A 3.1.6): the task as it is, then what happens to it. */
export const subscribeToTask: A2aStream = async (params, call) => {
  const conversationId = readTaskId(params);
  refuseFaults(params);
  try {
    return await TaskStream.open(call, conversationId, { view: WHOLE_TASK });
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    throw reworded(error, { conversationId }, {});
  }
};

/** The part of an event that a task tells. */
interface Change {
  readonly conversationId: string;
  readonly version: number;
  /** When and what; a change that has no event has neither. */
  readonly at?: string;
  readonly eventId?: string;
  readonly state?: State;
  readonly message?: Static<typeof MessageSchema>;
}

interface Opening {
  /** The task as a message left it; without one the task must be open. */
  readonly sent?: Task;
  readonly view: TaskView;
}

interface Beginning {
  /** The conversation as the first tasks tell it. */
  readonly begun: ConversationView;
  readonly first: readonly Task[];
  readonly view: TaskView;
}

/** A conversation's events as those of its task, until its end. */
class TaskStream implements Subscription {
  readonly #services: Services;
  readonly #caller: Caller;
  readonly #events: Subscription;
  /** Told already, by the task that came first. */
  readonly #version: number;
  readonly #artifacts: Set<string>;
  readonly #queue: object[];
  #isOver: boolean;

  readonly #view: TaskView;

  private constructor(
    { services, caller }: RpcCall,
    events: Subscription,
    { begun, first, view }: Beginning,
  ) {
    this.#services = services;
    this.#caller = caller;
    this.#events = events;
    this.#view = view;
    this.#version = begun.version;
    this.#artifacts = new Set(begun.artifacts.map((it) => it.artifactId));
    this.#queue = first.map((task) => ({ task }));
    this.#isOver = isTerminal(begun.state);
  }

  /** Listens before it reads the task, so that nothing is missed in between. */
  static async open(
    call: RpcCall,
    id: string,
    { sent, view }: Opening,
  ): Promise<TaskStream> {
    const { services, caller } = call;
    const input = { conversationId: id, isWhole: true } as const;
    const events = await openSubscription(services, caller, input);
    try {
      const begun = await readNow(services, caller, id);
      if (!sent && isTerminal(begun.state)) throw ended();
      const now = await showTask(services, begun, view);
      const isSame = sent && versionOf(sent) === begun.version;
      const first = isSame ? [sent] : sent ? [sent, now] : [now];
      return new TaskStream(call, events, { begun, first, view });
    } catch (error) {
      events.close();
      throw error;
    }
  }

  take(taker: Taker): void {
    const next = this.#queue.shift();
    if (next) taker.given(asFrame(next));
    else if (this.#isOver) taker.given(null);
    else {
      this.#events.take({
        given: (frame) => void this.#passOn(frame, taker),
        failed: (error) => taker.failed(error),
      });
    }
  }

  close(): void {
    this.#events.close();
  }

  async #passOn(frame: Frame | null, taker: Taker): Promise<void> {
    if (frame?.kind !== "event") {
      taker.given(frame);
      return;
    }
    try {
      this.#queue.push(...(await this.#told(frame.event, frame.data)));
    } catch (error) {
      if (!(error instanceof ServiceError)) {
        taker.failed(error);
        return;
      }
      // The caller may no longer read it.
      this.#isOver = true;
    }
    this.take(taker);
  }

  /** The objects of A2A that tell one event: new files, and the status. */
  async #told(event: string, data: object): Promise<readonly object[]> {
    if (event === "ready") return [];
    const { conversationId, eventId, ...change } = data as Change;
    const { version, message } = change;
    if (version <= this.#version) return [];
    const services = this.#services;
    const view = await readNow(services, this.#caller, conversationId);
    const files = await this.#newFiles(view);
    if (event === "changed" && files.length > 0) return files;
    const { state = view.state, at = view.updatedAt } = change;
    const { stateReason, payment } = view;
    const svc = message
      ? { eventId, version, state }
      : { eventId, version, state, stateReason, payment };
    const status = { state, at, svc, ...(message && { message }) };
    const told = [...files, { statusUpdate: toStatusUpdate(view, status) }];
    if (event !== "state.changed" || !isTerminal(state)) return told;
    // Whatever else happened with it is in the task itself (A2A 11.7).
    this.#isOver = true;
    return [...told, { task: await showTask(services, view, this.#view) }];
  }

  async #newFiles(view: ConversationView): Promise<object[]> {
    const files = view.artifacts.filter(
      (it) => !this.#artifacts.has(it.artifactId),
    );
    const contents = await smallFiles(this.#services.db, files);
    const { id: taskId, contextId } = view;
    return files.map((it) => {
      this.#artifacts.add(it.artifactId);
      const artifact = toArtifact(it, contents);
      const artifactUpdate = { taskId, contextId, artifact, lastChunk: true };
      return { artifactUpdate };
    });
  }
}

function asFrame(data: object): Frame {
  return { kind: "event", id: null, event: "message", data };
}

function versionOf({ metadata: { svc } }: Task): unknown {
  return "version" in svc ? svc.version : undefined;
}

function ended(): ServiceError {
  return new ServiceError("conversation_closed", {
    detail: toldAsIs("Cannot subscribe: the task has ended. Read it instead."),
  });
}
