import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { formTypes } from '../../src/shared/form-types.ts'
import { answers, submission } from '../support/answers.ts'
import { runProgram } from '../support/program.ts'
import { type Running, startServer, until } from '../support/server.ts'

const canary = 'zqcanaryzq'
let server: Running
const folder = mkdtempSync(path.join(os.tmpdir(), 'kolam-erasure-'))
afterAll(async () => {
  await server.remove()
  rmSync(folder, { recursive: true, force: true })
})

/** The files of the data folder that have the canary, as written or in other letters. */
function filesWithCanary(): readonly string[] {
  const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return files
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).toString('latin1').toLowerCase().includes(canary))
}

it('nine deleted applications leave no byte on the disk, and no import returns them', async () => {
  server = await startServer({ DATABASE_URL: '' })
  const cookie = await server.signIn()
  await server.stop()
  // no letter is captured in the folder
  server = await startServer({ DATABASE_URL: '', DATA_DIR: server.dataDir, SMTP_URL: 'smtp://127.0.0.1:9' })
  const ids: string[] = []
  for (const type of formTypes) {
    const marked = Object.entries(answers(type)).map(([name, value]) => [
      name,
      typeof value !== 'string' ? value : value.includes('@') ? `${canary}@example.in` : value.replace('வணக்கம்', canary),
    ])
    const sent = await fetch(`${server.url}/api/submit-application`, submission(type, Object.fromEntries(marked)))
    expect(sent.status).toBe(201)
    ids.push((await sent.json()).applicationId)
  }
  expect(filesWithCanary().length).toBeGreaterThan(0)
  const sheet = path.join(folder, 'older.csv')
  const exported = await fetch(`${server.url}/api/applications/export?format=csv`, { headers: { cookie } })
  writeFileSync(sheet, await exported.bytes())
  for (const id of ids)
    expect((await fetch(`${server.url}/api/applications/${id}`, { method: 'DELETE', headers: { cookie } })).status).toBe(200)
  await until('the canary to be gone', () => (filesWithCanary().length === 0 ? true : undefined), 60_000)

  const imported = await runProgram('import', [sheet], { DATA_DIR: server.dataDir, DATABASE_URL: '' })
  expect(imported.output).toContain('9 rows: 0 imported, 0 there already, 9 refused.')
  await until('the canary to be gone again', () => (filesWithCanary().length === 0 ? true : undefined), 60_000)
}, 90_000)
