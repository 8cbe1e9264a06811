import type { TLocalizedValidationError } from "typebox/error";
import type { FieldError } from "./errors.ts";
import { ServiceError } from "./errors.ts";
import type { Operation } from "./operation.ts";
import { withPriceErrors } from "./price_errors.ts";

/**
 * Checks an input against its operation's schema; never echoes a value.
 * @throws invalid_input with one entry for each wrong field, or the code of the one
 * field that is wrong: invalid_price for any price.
 */
export function checkInput(operation: Operation, input: unknown): void {
  if (operation.validator.Check(input)) return;
  const found = operation.validator
    .Errors(input)
    .flatMap((error) => fieldErrors(error));
  const errors = withPriceErrors({ schema: operation.input, input }, found);
  const code = specialCode(errors);
  const [first] = errors;
  const isPrice = code === "invalid_price" && first?.code === code;
  throw new ServiceError(code, {
    detail: isPrice
      ? `Cannot read the price: ${first.detail}.`
      : `Cannot ${operation.title.toLowerCase()}: ${sentence(errors)}`,
    errors,
  });
}

function fieldErrors(error: TLocalizedValidationError): FieldError[] {
  const at = error.instancePath;
  switch (error.keyword) {
    case "boolean":
      return []; // Repeats what additionalProperties already says.
    case "required":
      return error.params.requiredProperties.map((name) => ({
        pointer: `${at}/${name}`,
        code: "required",
        detail: `${name} is missing`,
      }));
    case "additionalProperties":
      return error.params.additionalProperties.map((name) => ({
        pointer: `${at}/${name.slice(0, 64)}`,
        code: "unknown_field",
        detail: "this field is not known here",
      }));
    case "enum":
      return [
        {
          pointer: at,
          code: "enum",
          detail: `must be one of ${error.params.allowedValues.join(", ")}`,
        },
      ];
    default:
      return [{ pointer: at, code: error.keyword, detail: error.message }];
  }
}

function sentence(errors: readonly FieldError[]): string {
  const [first] = errors;
  if (!first) return "the input is not valid.";
  const where = first.pointer === "" ? "the input" : first.pointer;
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : "";
  return `${where} ${first.detail}${more}.`;
}

/** Fields with an error code of their own (decisions.md D and F). */
const SPECIAL = {
  "/view": "invalid_view",
  "/confirm": "confirm_required",
  "/price": "invalid_price",
  "/address": "invalid_address",
} as const;

function specialCode(errors: readonly FieldError[]) {
  const [first] = errors;
  if (!first || errors.some(({ pointer }) => pointer !== first.pointer)) {
    return "invalid_input";
  }
  if (first.code === "invalid_price") return first.code;
  return SPECIAL[first.pointer as keyof typeof SPECIAL] ?? "invalid_input";
}
