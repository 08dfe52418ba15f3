import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { isAlive, run } from './run.mjs'
import { environment, root, runtime } from './runtime.mjs'

/** When more files than this fail, a second run would fail for the same reason. */
const maxRetriedFiles = 5

/** A file system in memory, and the bytes that must be free in it and in the machine: a run writes up to 2 GB, and its programs need memory too. */
const inMemory = { folder: '/dev/shm', minFree: 8 * 2 ** 30 }

/** Creates a folder for temporary files. Programs that tests start under another account use folders in it. */
function folderIn(parent) {
  const folder = mkdtempSync(path.join(parent, `kolam-tests-${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

/** Whether a program in this folder can be started. */
function runsPrograms(folder) {
  const program = path.join(folder, 'program')
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o755 })
  const { status } = spawnSync(program)
  rmSync(program)
  return status === 0
}

/** Creates a folder in memory after removing those of killed runs, or returns undefined if there is too little room or programs cannot be started. */
function folderInMemory() {
  for (const name of readdirSync(inMemory.folder)) {
    const pid = /^kolam-tests-(\d+)-/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(path.join(inMemory.folder, name), { recursive: true, force: true })
  }
  const { bavail, bsize } = statfsSync(inMemory.folder)
  if (Math.min(bavail * bsize, process.availableMemory()) < inMemory.minFree) return undefined
  const folder = folderIn(inMemory.folder)
  if (runsPrograms(folder)) return folder
  rmSync(folder, { recursive: true })
  return undefined
}

/** Creates the folder for the temporary files of a run: in memory if possible, because databases wait for the disk (docs/decisions/0076). */
function temporaryFolder() {
  try {
    return folderInMemory() ?? folderIn(os.tmpdir())
  } catch {
    // The system has no such folder, or does not let this account use it.
    return folderIn(os.tmpdir())
  }
}

/**
 * Runs Vitest once and reads its report: its exit code, the number of tests by outcome, and the failures by name. A name is `file > test`, or only
 * the file when it failed outside its tests.
 */
async function runOnce(args, cwd) {
  const folder = temporaryFolder()
  const output = path.join(folder, 'results.json')
  const vitest = path.join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${output}`]
  const code = await run(runtime(), [vitest, 'run', ...reporters, ...args], {
    env: { ...environment(), TMPDIR: folder },
    cwd,
  })
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
    // Vitest did not start.
    return { code, passed: 0, skipped: 0, total: 0, failures: new Map() }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/**
 * Runs the tests, and then runs the files with failed tests a second time, one by one. A test that passes the second time, because its failure came
 * from the machine's load or a race, is reported but does not fail the run. A failed test with random data always does (docs/decisions/0076).
 * @param {readonly string[]} args Arguments for Vitest. With arguments there is only one run.
 * @returns {Promise<{ passed: number, failed: number, skipped: number }>} The number of tests by outcome.
 */
export async function runTests(args, cwd = root) {
  const first = await runOnce(args, cwd)
  const files = [...new Set([...first.failures.values()].map(({ file }) => file))]
  if (args.length > 0 || files.length === 0 || files.length > maxRetriedFiles) {
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
