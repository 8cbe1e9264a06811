// Runs in Chromium: a host as the official bridge makes it, around one card.

import type { CallToolResult } from "@modelcontextprotocol/client";
import type { McpUiHostContext } from "@modelcontextprotocol/ext-apps/app-bridge";
import {
  AppBridge,
  PostMessageTransport,
} from "@modelcontextprotocol/ext-apps/app-bridge";

/** The messages from a test to the host, and those that the host gets from the card. */
export interface CardHost {
  show(html: string, context: McpUiHostContext): Promise<void>;
  give(result: CallToolResult): Promise<void>;
  change(context: McpUiHostContext): void;
  leave(): Promise<object>;
  readonly opened: string[];
  readonly heights: (number | undefined)[];
  refusesLinks: boolean;
}

declare global {
  interface Window {
    cardHost: CardHost;
    callTool(name: string, args: object): Promise<CallToolResult>;
  }
}

const opened: string[] = [];
const heights: (number | undefined)[] = [];
let bridge: AppBridge | undefined;

window.cardHost = {
  opened,
  heights,
  refusesLinks: false,
  show: async (html, hostContext) => {
    const frame = document.createElement("iframe");
    frame.setAttribute("sandbox", "allow-scripts");
    // It loads later than the bridge listens.
    frame.srcdoc = html;
    document.body.append(frame);
    const view = frame.contentWindow;
    if (!view) throw new Error("There is no frame");
    const host = { name: "test-host", version: "1" };
    bridge = new AppBridge(
      null,
      host,
      { openLinks: {}, serverTools: {} },
      { hostContext },
    );
    bridge.oncalltool = ({ name, arguments: args = {} }) =>
      window.callTool(name, args);
    bridge.onopenlink = async ({ url }) => {
      opened.push(url);
      return { isError: window.cardHost.refusesLinks };
    };
    bridge.onsizechange = ({ height }) => {
      heights.push(height);
      frame.style.height = `${height}px`;
    };
    const ready = Promise.withResolvers<void>();
    bridge.oninitialized = () => ready.resolve();
    await bridge.connect(new PostMessageTransport(view, view));
    await ready.promise;
  },
  give: async (result) => await bridge?.sendToolResult(result),
  change: (context) => bridge?.setHostContext(context),
  leave: async () => (await bridge?.teardownResource({})) ?? {},
};
