/** Chat templates parse the arguments of earlier calls and fail on what is no object, so that is wrapped. */
export function argumentsAsObject(text: string): string {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return text;
  } catch {
    // Falls through: malformed text is shown to the model as it wrote it.
  }
  return JSON.stringify({ malformed: text });
}
