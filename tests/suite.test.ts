import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.test\.tsx?$/.test(file) || /^tests\/contract\/.*\.ts$/.test(file))
  .filter((file) => file !== path.relative(root, import.meta.filename))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

test('a test with random data or at a random moment is not run a second time', () => {
  const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
  const retried = sources.filter(({ text }) => {
    const random = count(text, /fc\.assert\(|await killRounds\(/g) + (/Math\.random\(/.test(text) ? 1 : 0)
    return count(text, /retry: 0/g) < random
  })
  expect(retried.map(({ file }) => file)).toEqual([])
})

test('a run ends with the tests that passed at their second run, and the first failure', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-flaky-'))
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    writeFileSync(
      path.join(folder, 'some.test.ts'),
      `import { expect, test } from 'vitest'
      let runs = 0
      test('counts to two', () => expect(++runs).toBe(2))
      test('is steady', () => expect(1).toBe(1))`,
    )
    const reporter = path.join(root, 'tests/support/flaky-tests.ts')
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--retry=1', '--reporter=dot', `--reporter=${reporter}`],
      { cwd: folder, env: { PATH: process.env.PATH, NO_COLOR: '1' } },
    )
    expect(stdout.trimEnd().split('\n').slice(-3)).toEqual([
      '1 test passed only at the second run:',
      '  some.test.ts > counts to two',
      '    expected 1 to be 2 // Object.is equality',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
