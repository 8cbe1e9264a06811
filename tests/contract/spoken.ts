import type { TestService } from "../harness.ts";
import { unfenced } from "../unfenced.ts";
import { callA2a, callTool } from "./checkpoints.ts";
import type { WireName } from "./stage.ts";

/** An actor, as every wire shows it. */
export interface ShownActor {
  readonly kind: string;
  readonly label: string;
  readonly name?: string;
  readonly credentialId?: string;
  readonly address?: string;
}

/** A wire's view of the speakers in a conversation, and of the reason for its state. */
export interface Spoken {
  readonly messages: readonly {
    readonly actor: ShownActor;
    readonly trust: Readonly<Record<string, unknown>>;
  }[];
  readonly signedBy: ShownActor | undefined;
  readonly receipt: { readonly jws: string } | undefined;
  readonly decidedActors: readonly (ShownActor | undefined)[];
  readonly stateReason: string | null;
  readonly stateCode: string | null;
  readonly stateReasonBy: ShownActor | undefined;
  readonly declines: readonly object[] | undefined;
  /** The whole answer, as it came. */
  readonly raw: string;
}

const READERS = {
  async rest(service, token, id) {
    const response = await service.fetch(`/v1/conversations/${id}`, { token });
    const answer = await response.json();
    return { ...spokenIn(answer.conversation), raw: JSON.stringify(answer) };
  },
  async mcp(service, token, id) {
    const args = { conversationId: id };
    const result = await callTool(service, token, "get_conversation", args);
    const { conversation } = unfenced(result.structuredContent);
    return { ...spokenIn(conversation), raw: JSON.stringify(result) };
  },
  async a2a(service, token, id) {
    const params = { id, historyLength: 50 };
    const answer = await callA2a(service, token, "GetTask", params);
    const { history, metadata } = answer.result;
    const messages = history.map(
      (it: { metadata: { svc: object } }) => it.metadata.svc,
    );
    const shown = { ...metadata.svc, messages };
    return { ...spokenIn(shown), raw: JSON.stringify(answer) };
  },
} as const satisfies Record<
  WireName,
  (service: TestService, token: string, id: string) => Promise<Spoken>
>;

function spokenIn(shown: {
  readonly messages: Spoken["messages"];
  readonly payment: Pick<Spoken, "signedBy" | "receipt">;
  readonly checkpoints: readonly { readonly decidedActor?: ShownActor }[];
  readonly stateReason: string | null;
  readonly stateCode: string | null;
  readonly stateReasonBy?: ShownActor;
  readonly declines?: readonly object[];
}): Omit<Spoken, "raw"> {
  return {
    messages: shown.messages,
    signedBy: shown.payment.signedBy,
    receipt: shown.payment.receipt,
    decidedActors: shown.checkpoints.map(({ decidedActor }) => decidedActor),
    stateReason: shown.stateReason,
    stateCode: shown.stateCode,
    stateReasonBy: shown.stateReasonBy,
    declines: shown.declines,
  };
}

/** A conversation as a wire shows it to whoever has a token. */
export function spokenOver(
  service: TestService,
  wire: WireName,
): (token: string, id: string) => Promise<Spoken> {
  return (token, id) => READERS[wire](service, token, id);
}
