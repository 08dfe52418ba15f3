import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { run } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'

/** More files than this fail for a reason that a second run does not change. */
const mostFilesRunAgain = 5

/**
 * Runs Vitest once and reads its report: the number of tests by outcome, and the failures by name, which is `file > test`, or the file alone when
 * it failed outside its tests. `failed` is at least 1 when the run failed.
 */
async function runOnce(args, cwd) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-results-'))
  const output = path.join(folder, 'results.json')
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const code = await run(runtime(), [vitest, 'run', ...reporters, ...args], { env: environment(), cwd })
  try {
    const report = JSON.parse(readFileSync(output, 'utf8'))
    const failures = new Map()
    for (const { name, status, message, assertionResults } of report.testResults) {
      const file = path.relative(cwd, name)
      const failed = assertionResults.filter((test) => test.status === 'failed')
      for (const test of failed) {
        const reason = test.failureMessages[0]?.trim().split('\n')[0] ?? 'no message'
        failures.set(`${file} > ${test.fullName}`, { file, reason, isRandom: test.tags.includes('random') })
      }
      if (status === 'failed' && failed.length === 0) failures.set(file, { file, reason: message, isRandom: false })
    }
    const skipped = report.numPendingTests + report.numTodoTests
    return { code, passed: report.numPassedTests, skipped, total: report.numTotalTests, failures }
  } catch {
    // Vitest could not even start
    return { code, passed: 0, skipped: 0, total: 0, failures: new Map() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs the tests, and the files of those that failed a second time, one after the other: a failure that depends on the machine's load or on a race
 * is named, and does not fail the run. A failed test with random data does (docs/decisions/0170).
 * @param {readonly string[]} args What Vitest takes; with a selection there is one run only.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>} The number of tests by outcome.
 */
export async function runTests(args, cwd = root) {
  const first = await runOnce(args, cwd)
  const files = [...new Set([...first.failures.values()].map(({ file }) => file))]
  if (args.length > 0 || files.length === 0 || files.length > mostFilesRunAgain) {
    const failed = Math.max(first.failures.size, first.code === 0 ? 0 : 1)
    return { passed: first.passed, failed, skipped: first.skipped }
  }
  console.log(`\n— the files of the ${first.failures.size} failed, again`)
  const second = await runOnce(['--maxWorkers=1', ...files], cwd)
  const failed = new Set(second.failures.keys())
  for (const [name, { isRandom }] of first.failures) if (isRandom) failed.add(name)
  const unsteady = [...first.failures].filter(([name]) => !failed.has(name))
  if (unsteady.length > 0) {
    console.log(`${unsteady.length} ${unsteady.length === 1 ? 'test' : 'tests'} passed only at the second run:`)
    for (const [name, { reason }] of unsteady) console.log(`  ${name}\n    ${reason}`)
  }
  const count = Math.max(failed.size, second.code === 0 ? 0 : 1)
  return { passed: first.total - first.skipped - count, failed: count, skipped: first.skipped }
}
