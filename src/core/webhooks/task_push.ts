import type { Static } from "typebox";
import { Type } from "typebox";
import { requireScope } from "../access/access.ts";
import type { CommandCall, Core, QueryCall } from "../access/context.ts";
import type { Member } from "../access/principal.ts";
import { hasScope } from "../access/principal.ts";
import { foreignMember } from "../addresses/foreign/foreign_member.ts";
import { foreignStore } from "../addresses/foreign/foreign_store.ts";
import { LIMITS } from "../base/limits.ts";
import { Word } from "../base/own_words.ts";
import {
  ConversationIdWord,
  closed,
  filled,
  nullable,
  string,
  timestamp,
} from "../base/schemas.ts";
import type { TaskPushAsked } from "../base/task_push_asked.ts";
import { showTime } from "../base/time.ts";
import { told } from "../base/words/sentence.ts";
import { ServiceError } from "../errors/errors.ts";
import { mayReach } from "../federation/policy.ts";
import { signRequest } from "../federation/signatures/sign_request.ts";
import { memberBy } from "../identity/teams/member_for.ts";
import { seal, unseal } from "./sealed.ts";
import { readTarget } from "./target.ts";
import { takeTarget } from "./target_rate.ts";
import { taskPushStore } from "./task_push_store.ts";
import type { Webhook } from "./webhook_store.ts";
import { webhookStore } from "./webhook_store.ts";
import { managerOf, manages } from "./webhooks.ts";

/** A row of the webhooks that is for one task. */
export type TaskPush = Webhook & {
  readonly conversationId: string;
  readonly configId: string;
};

const HEADER_TEXT = "^[\\x21-\\x7e]+( [\\x21-\\x7e]+)*$";

export const ConfigId = filled(
  "The client's id for the configuration.",
  LIMITS.taskPushIdCharsMax,
);

/** The members of {@linkcode TaskPushAsked}, as an operation takes them. */
export const TASK_PUSH_FIELDS = {
  configId: Type.Optional(ConfigId),
  url: string(
    "An https URL on a public host and port 443.",
    LIMITS.uriCharsMax,
  ),
  token: Type.Optional(
    Type.String({
      description: "Sent in the header A2A-Notification-Token. Never shown.",
      pattern: HEADER_TEXT,
      maxLength: LIMITS.taskPushSecretCharsMax,
    }),
  ),
  scheme: Type.Optional(
    Type.String({
      description: "The scheme of the header Authorization, such as Bearer.",
      pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$",
      maxLength: LIMITS.taskPushSchemeCharsMax,
    }),
  ),
  credentials: Type.Optional(
    Type.String({
      description: "What follows the scheme there. Never shown.",
      pattern: HEADER_TEXT,
      maxLength: LIMITS.taskPushSecretCharsMax,
    }),
  ),
};

/** A push configuration as its account sees it, without what authenticates. */
export const TaskPushSchema = closed({
  conversationId: ConversationIdWord,
  configId: string("The client's id for the configuration."),
  url: Word("link", "Where the task is sent."),
  scheme: nullable(string("The scheme of the header Authorization.")),
  createdAt: timestamp("When it was created."),
});

/** Shows a push configuration, never its token or credentials. */
export function presentTaskPush(
  core: Pick<Core, "signer">,
  it: TaskPush,
): Static<typeof TaskPushSchema> {
  const { conversationId, configId, url, createdAt } = it;
  const { scheme = null } = secretsOf(core, it);
  return {
    conversationId,
    configId,
    url,
    scheme,
    createdAt: showTime(createdAt),
  };
}

/** Authenticates a push to its receiver. */
type Secrets = Pick<TaskPushAsked, "token" | "scheme" | "credentials">;

const SEALED_FOR = "task push";

function secretsOf(core: Pick<Core, "signer">, { secret }: Webhook): Secrets {
  return JSON.parse(unseal(core, SEALED_FOR, secret));
}

/** The headers of a push to a receiver. Every header is made here. */
export async function pushHeadersFor(
  core: Pick<Core, "db" | "settings" | "signer" | "clock" | "randomBytes">,
  push: TaskPush,
  body: string,
): Promise<Readonly<Record<string, string>>> {
  const { token, scheme, credentials } = secretsOf(core, push);
  const contentType = "application/a2a+json";
  const { accountId, url } = push;
  const foreign = await foreignStore(core.db).byAccount(accountId);
  const isSigned =
    foreign?.isFederated && new URL(url).origin === foreign.origin;
  return {
    "content-type": contentType,
    ...(isSigned &&
      signRequest(core, { method: "POST", url, body, contentType })),
    ...(scheme !== undefined &&
      credentials !== undefined && {
        authorization: `${scheme} ${credentials}`,
      }),
    ...(token !== undefined && {
      "a2a-notification-token": token,
      "x-a2a-notification-token": token,
    }),
  };
}

/** The task that a configuration is for, as it is when that is written. */
export interface PushedTask {
  readonly conversationId: string;
  readonly version: number;
  /** True once it has ended: then its end is sent. */
  readonly isOver?: boolean;
}

/** The chains that grow with a message whose caller has its task pushed. */
export function taskPushChains({ caller, member }: QueryCall): string[] {
  return caller.taskPush ? [member.accountId] : [];
}

/** Writes the push configuration that came with a message, in its commit. */
export async function keepTaskPushOf(
  call: CommandCall,
  { id, version }: { readonly id: string; readonly version: number },
): Promise<void> {
  const { taskPush } = call.caller;
  if (!taskPush) return;
  await keepTaskPush(call, taskPush, { conversationId: id, version });
}

/**
 * Writes a push configuration of the caller in place of theirs with the same id. It sends
 * what changes after the given version.
 * @throws insufficient_scope, url_refused, quota_exceeded, rate_limited
 */
export async function keepTaskPush(
  call: CommandCall,
  { configId, url, ...secrets }: TaskPushAsked,
  { conversationId, version, isOver = false }: PushedTask,
): Promise<TaskPush> {
  const { accountId, origin } = call.member;
  requireScope(call.member, READ, told`have a task pushed`);
  const target = readTarget(call, url);
  if (origin !== undefined && target.origin !== origin) {
    throw new ServiceError("url_refused", {
      detail: told`Cannot send pushes there: another service has them sent to itself alone.`,
    });
  }
  const push: TaskPush = {
    id: call.newId("webhook"),
    accountId,
    format: "a2a",
    conversationId,
    configId: configId ?? conversationId,
    credentialId: managerOf(call),
    url: target.href,
    events: null,
    status: "active",
    reason: null,
    failingSince: null,
    secret: seal(call, SEALED_FOR, JSON.stringify(secrets)),
    oldSecret: null,
    oldUntil: null,
    readTo: version,
    changedTo: isOver ? version + 1 : version,
    createdAt: call.now,
    updatedAt: call.now,
  };
  // That sends something at once, as a test of a webhook does.
  if (isOver) takeTarget(call, push, 1);
  const store = taskPushStore(call.db);
  const ofTask = await store.of(conversationId, accountId);
  const old = ofTask.find(
    (it) =>
      it.configId === push.configId && it.credentialId === push.credentialId,
  );
  if (old) call.write(...webhookStore(call.db).remove(old.id));
  else await checkRoom(call, ofTask.length);
  call.write(store.insert(push));
  recordTaskPush(call, push, "task_push.added");
  return push;
}

async function checkRoom(call: CommandCall, ofTask: number): Promise<void> {
  const { taskPushesMax, taskPushesOfTaskMax } = LIMITS;
  if (ofTask >= taskPushesOfTaskMax) {
    throw new ServiceError("quota_exceeded", {
      detail: told`Cannot add another push configuration: a task has at most ${taskPushesOfTaskMax}.`,
    });
  }
  const { accountId } = call.member;
  const store = taskPushStore(call.db);
  if ((await store.count(accountId)) < taskPushesMax) return;
  const ended = await store.oldestEnded(accountId);
  if (ended && isTaskPush(ended)) return endTaskPush(call, ended);
  throw new ServiceError("quota_exceeded", {
    detail: told`Cannot add another push configuration: an account has at most ${taskPushesMax}.`,
  });
}

/** Those of one task that the caller manages: an agent manages only those it made. */
export async function taskPushesOf(
  call: QueryCall,
  conversationId: string,
): Promise<readonly TaskPush[]> {
  const { accountId } = call.member;
  const all = await taskPushStore(call.db).of(conversationId, accountId);
  return all.filter(isTaskPush).filter((it) => manages(call, it));
}

/** True for a webhook that is for one task. */
export function isTaskPush(it: Webhook): it is TaskPush {
  return it.conversationId !== null && it.configId !== null;
}

/** Removes a push configuration with what waits for it. */
export function endTaskPush(call: CommandCall, push: TaskPush): void {
  call.write(...webhookStore(call.db).remove(push.id));
  recordTaskPush(call, push, "task_push.ended");
}

function recordTaskPush(
  call: CommandCall,
  { id: webhookId, accountId, conversationId }: TaskPush,
  type: string,
): void {
  call.record({
    chainId: accountId,
    type,
    refs: { webhookId, conversationId },
  });
}

const READ = "conversations:read";

/** The member for whom a task is read; undefined once their access to it has ended. */
export async function readerOf(
  call: Pick<QueryCall, "db" | "now" | "settings">,
  { accountId, credentialId }: Webhook,
): Promise<Member | undefined> {
  if (credentialId !== null) {
    const agent = await memberBy(call, accountId, credentialId);
    return agent && hasScope(agent, READ) ? agent : undefined;
  }
  const foreign = await foreignStore(call.db).byAccount(accountId);
  if (!foreign) return { kind: "person", accountId, scopes: null };
  return (await mayReach(call, foreign)) ? foreignMember(foreign) : undefined;
}
