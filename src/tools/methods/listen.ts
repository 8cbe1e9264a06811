import { UriTemplate } from "@modelcontextprotocol/sdk/shared/uriTemplate.js";
import type { JsonObject } from "../../core/base/json.ts";
import { isObject } from "../../core/base/json.ts";
import { LIMITS } from "../../core/base/limits.ts";
import { INVALID_PARAMS } from "../../core/errors/error_row.ts";
import {
  mayBeTold,
  openChangeStream,
  tellable,
} from "../../core/streams/subscribe_changes.ts";
import { SERVER_INFO, SUBSCRIPTION_ID } from "../protocol/era.ts";
import { RpcError } from "../protocol/json_rpc.ts";
import type { Method } from "../protocol/method.ts";
import { Listening } from "../protocol/method.ts";
import { CONVERSATION_URI, VIEW_URIS } from "../resources/mod.ts";
import { IMPLEMENTATION } from "./handshake.ts";

const CONVERSATION = new UriTemplate(CONVERSATION_URI);

/**
 * Notifies of changes (MCP 2026-07-28, subscriptions): of the list of tools, which depends on
 * the access, of conversations, and of views of the inbox. The acknowledgement leaves out
 * what is not offered or not the caller's.
 */
export const listenToChanges: Method = {
  eras: ["modern"],
  answer: async ({ services }, { id, caller }, params) => {
    const { toolsListChanged, resourceSubscriptions } = filterIn(params);
    const asked = resourceSubscriptions.flatMap((uri) => idIn(uri) ?? []);
    const { principal } = caller;
    const conversationIds = await tellable(services, principal, asked);
    const views = mayBeTold(principal)
      ? VIEW_URIS.filter((it) => resourceSubscriptions.includes(it))
      : [];
    const uris = [...conversationIds.map(uriOf), ...views];
    const subscription = await openChangeStream(services, caller, {
      conversationIds,
      inbox: views.length > 0,
      access: toolsListChanged,
    });
    const _meta = { [SUBSCRIPTION_ID]: id };
    const notification = (name: string, more: object = {}) => ({
      jsonrpc: "2.0",
      method: `notifications/${name}`,
      params: { ...more, _meta },
    });
    const updated = (uri: string) => notification("resources/updated", { uri });
    return new Listening({
      subscription,
      first: notification("subscriptions/acknowledged", {
        notifications: {
          ...(toolsListChanged && { toolsListChanged }),
          ...(uris.length > 0 && { resourceSubscriptions: uris }),
        },
      }),
      notify: (event, data) => {
        if (event === "access.changed") {
          return [notification("tools/list_changed")];
        }
        if (!("conversationId" in data)) return uris.map(updated);
        const changed = uriOf(String(data.conversationId));
        return [changed, ...views]
          .filter((it) => uris.includes(it))
          .map(updated);
      },
      last: {
        jsonrpc: "2.0",
        id,
        result: {
          resultType: "complete",
          _meta: { ..._meta, [SERVER_INFO]: IMPLEMENTATION },
        },
      },
    });
  },
};

/** Reads a client's filter. */
function filterIn(params: JsonObject | undefined) {
  const filter = params?.notifications;
  if (!isObject(filter)) throw invalid("is no object");
  const { toolsListChanged = false, resourceSubscriptions = [] } = filter;
  if (
    typeof toolsListChanged !== "boolean" ||
    !Array.isArray(resourceSubscriptions) ||
    !resourceSubscriptions.every((it) => typeof it === "string")
  ) {
    throw invalid("has a boolean toolsListChanged and a list of addresses");
  }
  if (resourceSubscriptions.length > LIMITS.resourceSubscriptionsMax) {
    const most = LIMITS.resourceSubscriptionsMax;
    throw invalid(`names more than ${most} resources`);
  }
  return { toolsListChanged, resourceSubscriptions };
}

function invalid(why: string): RpcError {
  const what = `Invalid params: params.notifications ${why}`;
  return new RpcError(INVALID_PARAMS, what);
}

function idIn(uri: string): string | undefined {
  if (uri.length > LIMITS.uriCharsMax) return undefined;
  const id = CONVERSATION.match(uri)?.conversationId;
  return typeof id === "string" ? id : undefined;
}

function uriOf(conversationId: string): string {
  return CONVERSATION.expand({ conversationId });
}
