import type { Json } from "./contract/prune.ts";

/** An answer other than success, in GitHub's form. */
export class ApiError extends Error {
  readonly status: number;
  readonly errors: Json[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    message: string,
    extra: { errors?: Json[]; headers?: Record<string, string> } = {},
  ) {
    super(message);
    this.name = "ApiError";
    this.status = status;
    this.errors = extra.errors;
    this.headers = extra.headers ?? {};
  }

  body(): Json {
    return {
      message: this.message,
      ...(this.errors === undefined ? {} : { errors: this.errors }),
      documentation_url: "https://docs.github.com/rest",
      status: String(this.status),
    };
  }
}

export function notFound(): ApiError {
  return new ApiError(404, "Not Found");
}

export function invalid(resource: string, field: string, message: string): ApiError {
  return new ApiError(422, "Validation Failed", { errors: [{ resource, field, code: "custom", message }] });
}
