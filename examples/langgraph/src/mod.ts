/** The person of a conversation inbox as the human in the loop of a LangGraph. */
export type {
  ActionRequest,
  HumanInterrupt,
  HumanResponse,
} from "./agent_inbox.ts";
export type {
  Desk,
  Following,
  Progress,
  ResumableGraph,
} from "./inbox_person.ts";
export { advance, follow } from "./inbox_person.ts";
