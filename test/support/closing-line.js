// The last line of a test run, in the form other programs read: `N passed, N failed[, N skipped]`.
// Jest prints its own summary after every reporter has had its turn, so this line waits for the exit.
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    // A suite that could not be loaded has no tests to count, and is a failure all the same.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : "";
    process.once("exit", () => {
      process.stdout.write(`${results.numPassedTests} passed, ${failed} failed${tail}\n`);
    });
  }
}
