// Reads vitest's JSON report and prints the totals in one line; without a report, all of it failed.
import { readFileSync } from 'node:fs';

const [file, failedSteps = '0'] = process.argv.slice(2);

function read() {
  try {
    const { numPassedTests, numFailedTests, numFailedTestSuites, testResults } = JSON.parse(readFileSync(file, 'utf8'));
    // A file that could not be loaded holds no failed test, and is a failure all the same.
    const broken = testResults.filter(
      ({ status, assertionResults }) => status === 'failed' && assertionResults.length === 0,
    );
    return {
      passed: numPassedTests,
      failed: Math.max(numFailedTests + broken.length, numFailedTestSuites > 0 ? 1 : 0),
    };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

const { passed, failed } = read();
const all = failed + Number(failedSteps);
console.log(`${passed} passed, ${all} failed`);
process.exitCode = all > 0 || passed === 0 ? 1 : 0;
