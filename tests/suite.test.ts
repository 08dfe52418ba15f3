import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { needBuild } from '../scripts/need-build.mjs'

const root = path.resolve(import.meta.dirname, '..')

const sources = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'tests'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((file) => /\.test\.tsx?$/.test(file) || /^tests\/contract\/.*\.ts$/.test(file))
  .filter((file) => file !== path.relative(root, import.meta.filename))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))

test("a test with random data or at a random moment has the tag 'random'", () => {
  const count = (text: string, what: RegExp): number => text.match(what)?.length ?? 0
  const retried = sources.filter(({ text }) => {
    const random = count(text, /fc\.assert\(|await killRounds\(/g) + (/Math\.random\(/.test(text) ? 1 : 0)
    return count(text, /tags: \['random'\]/g) < random
  })
  expect(retried.map(({ file }) => file)).toEqual([])
})

test('failed files run again: who passes then is named, random data fails', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-second-run-'))
  try {
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
    writeFileSync(path.join(folder, 'vitest.config.mjs'), `export default { test: { tags: [{ name: 'random' }] } }`)
    const first = `import { existsSync, writeFileSync } from 'node:fs'
      const isFirst = (name) => !existsSync(name) && (writeFileSync(name, ''), true)`
    writeFileSync(
      path.join(folder, 'some.test.mjs'),
      `${first}
      import { expect, test } from 'vitest'
      test('passes at last', () => expect(isFirst('at-last')).toBe(false))
      test('draws', { tags: ['random'] }, () => expect(isFirst('draws')).toBe(false))
      test('never passes', () => expect(1).toBe(2))
      test('is steady', () => expect(1).toBe(1))`,
    )
    writeFileSync(
      path.join(folder, 'other.test.mjs'),
      `${first}\nif (isFirst('loaded')) throw new Error('no room')\nimport { test } from 'vitest'\ntest('loads', () => {})`,
    )
    const program = `import { runTests } from ${JSON.stringify(path.join(root, 'scripts/run-tests.mjs'))}
      console.log(JSON.stringify(await runTests([], process.cwd())))`
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program], {
      cwd: folder,
      env: { PATH: process.env.PATH, NO_COLOR: '1' },
    })
    expect(stdout.trimEnd().split('\n').slice(-6)).toEqual([
      '2 tests passed only at the second run:',
      '  other.test.mjs',
      '    no room',
      '  some.test.mjs > passes at last',
      '    AssertionError: expected true to be false // Object.is equality',
      '{"passed":2,"failed":2,"skipped":0}',
    ])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('npm test builds only for files that start the built server', () => {
  const needed = [
    ['tests/http/intake.test.ts'],
    ['tests/browser/forms.test.ts'],
    ['tests/faults/move.test.ts'],
    ['tests/http'],
    [],
  ]
  expect(needed.map(needBuild)).toEqual([true, true, true, true, true])
  const others = [['src/shared/csv.test.ts'], ['--project=sqlite', 'tests/http/blind.test.ts']]
  expect(others.map(needBuild)).toEqual([false, false])
})
