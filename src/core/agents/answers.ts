import { answerDoorman } from "./doorman.ts";
import { answerHello } from "./hello.ts";
import type { Answer, ServiceLocalPart } from "./question.ts";
import { answerCourier } from "./remote/courier.ts";
import { answerSecurity } from "./security.ts";

/** The answers of the service's own agents: code alone, no model. */
export const ANSWERS: Readonly<Record<ServiceLocalPart, Answer>> = {
  hello: answerHello,
  doorman: answerDoorman,
  courier: answerCourier,
  security: answerSecurity,
};
