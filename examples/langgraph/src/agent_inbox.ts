/** The interrupts and answers of agent-inbox, which LangGraph's own templates use. */

/** A request to a person: `interrupt([request])`. */
export interface HumanInterrupt {
  readonly action_request: ActionRequest;
  readonly config: {
    readonly allow_ignore: boolean;
    readonly allow_respond: boolean;
    readonly allow_edit: boolean;
    readonly allow_accept: boolean;
  };
  readonly description?: string;
}

/** An action that the graph would take. */
export interface ActionRequest {
  readonly action: string;
  readonly args: Readonly<Record<string, unknown>>;
}

/** The person's answer: what `interrupt([request])` returns, in a list. */
export type HumanResponse =
  | { readonly type: "accept"; readonly args: null }
  | { readonly type: "ignore"; readonly args: null }
  | { readonly type: "response"; readonly args: string }
  | { readonly type: "edit"; readonly args: ActionRequest };
