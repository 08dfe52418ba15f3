import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { csvLine } from '../../src/shared/csv.ts'
import { type Mirroring, mirroring } from '../support/mirroring.ts'
import { runProgram } from '../support/program.ts'
import { until } from '../support/server.ts'

let mirror: Mirroring
let folder: string
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-importing-'))
  mirror = await mirroring()
})
afterEach(async () => {
  await mirror?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Imports a table with one message of each name, oldest first. Returns the last printed line. */
async function importPeople(names: readonly string[], ...args: readonly string[]): Promise<string | undefined> {
  const csvFile = path.join(folder, 'people.csv')
  const head = ['form_type', 'id', 'timestamp', 'name', 'email', 'subject', 'message']
  const lines = names.map((name, n) => [
    'Contact',
    `old-${name}`,
    `2025-11-2${n} 10:00`,
    name,
    `${name}@old.example`,
    'Hello',
    '=1+1',
  ])
  writeFileSync(csvFile, [head, ...lines].map(csvLine).join(''))
  const env = { DATA_DIR: mirror.server.dataDir, SHEET_URL: mirror.sheetUrl }
  const { code, output, errors } = await runProgram('import', [csvFile, ...args], env)
  expect([code, errors]).toEqual([0, ''])
  return output.trimEnd().split('\n').at(-1)
}

const ids = () => mirror.rows().map(({ id }) => id)

test('with --mirror each imported row is mirrored once, also when imported again', async () => {
  expect(await importPeople(['nila', 'ravi'], '--mirror')).toBe('2 rows: 2 imported, 0 already there, 0 refused.')
  // A new row is sent after all waiting ones.
  const meena = await mirror.submit('Meena')
  await until('both rows', () => ids().length === 3 || undefined)
  expect(await importPeople(['nila', 'ravi', 'selvi'], '--mirror')).toBe('3 rows: 1 imported, 2 already there, 0 refused.')
  const arul = await mirror.submit('Arul')
  await until('the third row', () => ids().length === 5 || undefined)
  expect(ids().toSorted()).toEqual(['old-nila', 'old-ravi', 'old-selvi', meena, arul].toSorted())
  expect(mirror.rows().find(({ id }) => id === 'old-nila')).toMatchObject({
    email: 'nila@old.example',
    message: expect.stringContaining('=1+1'),
  })
})

test('without --mirror the spreadsheet does not change', async () => {
  expect(await importPeople(['nila'])).toBe('1 row: 1 imported, 0 already there, 0 refused.')
  const last = await mirror.submit('Meena')
  expect(ids()).toEqual([last])
})
