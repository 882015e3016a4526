/** Fires at the first SIGINT or SIGTERM, so that what was started is put away; a second one ends the process. */
export function stopOnSignal(): AbortSignal {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  process.once("SIGINT", stop);
  process.once("SIGTERM", stop);
  return controller.signal;
}
