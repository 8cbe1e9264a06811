/** A push configuration as an A2A client gives it (A2A 1.0, TaskPushNotificationConfig). */
export interface TaskPushAsked {
  /** The client's id for it; the task's own if absent. */
  readonly configId?: string;
  readonly url: string;
  readonly token?: string;
  /** Of the header Authorization, with what follows it there. */
  readonly scheme?: string;
  readonly credentials?: string;
}
