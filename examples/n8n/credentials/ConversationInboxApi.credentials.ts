import type {
  IAuthenticateGeneric,
  ICredentialTestRequest,
  ICredentialType,
  Icon,
  INodeProperties,
} from "n8n-workflow";

/** A service and a token of one of its accounts. */
export class ConversationInboxApi implements ICredentialType {
  name = "conversationInboxApi";
  displayName = "Conversation Inbox API";
  icon: Icon = {
    light: "file:../icons/inbox.svg",
    dark: "file:../icons/inbox.dark.svg",
  };
  documentationUrl =
    "https://github.com/conversation-inbox/conversation-inbox/tree/main/examples/n8n#credentials";
  properties: INodeProperties[] = [
    {
      displayName: "URL",
      name: "url",
      type: "string",
      default: "",
      placeholder: "https://inbox.example",
      description: "The address of the service, without a path",
      required: true,
    },
    {
      displayName: "Token",
      name: "token",
      type: "string",
      typeOptions: { password: true },
      default: "",
      placeholder: "svc_…",
      description: "From the page Access of the inbox",
      required: true,
    },
  ];
  authenticate: IAuthenticateGeneric = {
    type: "generic",
    properties: {
      headers: { Authorization: "=Bearer {{$credentials.token}}" },
    },
  };
  test: ICredentialTestRequest = {
    request: { baseURL: "={{$credentials.url}}", url: "/v1/profile" },
  };
}
