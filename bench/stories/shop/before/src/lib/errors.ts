import texts from "../../locales/en.json" with { type: "json" };

export type ErrorCode = keyof typeof texts.errors;

/** An error a customer may read. Its text comes from the locale files, never from whatever went wrong inside. */
export class PublicError extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly status: number = 400,
  ) {
    super(texts.errors[code]);
    this.name = "PublicError";
  }
}
