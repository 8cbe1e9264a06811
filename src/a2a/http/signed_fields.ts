import { isObject } from "../../core/base/json.ts";

/** The task, the sender and the recipient that a request names. */
export function namedIn(params: unknown): {
  readonly taskId: string | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
} {
  const all = isObject(params) ? params : {};
  const message = isObject(all.message) ? all.message : {};
  const svc = [message.metadata, all.metadata]
    .map((it) => (isObject(it) ? it.svc : undefined))
    .find(isObject);
  // Beside a taskId, the id is that of a push configuration.
  const texts = [all.taskId, all.id, message.taskId];
  const taskId = texts.find((it) => typeof it === "string");
  const { from, to = all.tenant } = svc ?? {};
  return {
    to: typeof to === "string" ? to.toLowerCase() : undefined,
    taskId: typeof taskId === "string" ? taskId : undefined,
    from: typeof from === "string" ? from : undefined,
  };
}

/** The members of `metadata.svc` that only a signed request has. */
const SIGNED_FIELDS = ["from", "version"];

/** The params without what was read for the signature: the methods know nothing of it. */
export function withoutSender(params: unknown): unknown {
  if (!isObject(params)) return params;
  const { message } = params;
  return {
    ...params,
    ...(isObject(params.metadata) && { metadata: withoutIn(params.metadata) }),
    ...(isObject(message) &&
      isObject(message.metadata) && {
        message: { ...message, metadata: withoutIn(message.metadata) },
      }),
  };
}

function withoutIn(metadata: Record<string, unknown>): object {
  const { svc } = metadata;
  if (!isObject(svc)) return metadata;
  const kept = Object.entries(svc).filter(
    ([it]) => !SIGNED_FIELDS.includes(it),
  );
  return { ...metadata, svc: Object.fromEntries(kept) };
}
