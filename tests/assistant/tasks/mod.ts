import type { Task } from "../task.ts";
import { ANSWERING } from "./answering.ts";
import { INJECTIONS } from "./injections.ts";
import { SENDING } from "./sending.ts";

/** The tasks that people give to the assistant of an inbox. */
export const TASKS: readonly Task[] = [...SENDING, ...ANSWERING, ...INJECTIONS];
