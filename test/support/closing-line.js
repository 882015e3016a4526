// The last line of a test run, in the form other programs read: `N passed, N failed[, N skipped]`.
export default class ClosingLine {
  onRunComplete(_contexts, results) {
    const suitesThatDidNotRun = results.numRuntimeErrorTestSuites;
    const failed = results.numFailedTests + suitesThatDidNotRun;
    const skipped = results.numPendingTests + results.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : "";
    process.stderr.write("");
    process.stdout.write(`${results.numPassedTests} passed, ${failed} failed${tail}\n`);
  }
}
