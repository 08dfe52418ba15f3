import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { freePort, root } from '../support/server.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'kolam-wording-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Every program as it was built, the words of `content/mail` in it changed as an operator might. */
function builtWith(change: (source: string) => string): string {
  const server = path.join(folder, 'dist/server')
  cpSync(path.join(root, 'dist/server'), server, { recursive: true })
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const name of readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((one) => one.endsWith('.js'))) {
    const file = path.join(server, name)
    writeFileSync(file, change(readFileSync(file, 'utf8')))
  }
  return server
}

test('a placeholder that no letter has stops the start, and is named with its file', async () => {
  const server = builtWith((source) => source.replaceAll('{reference}', '{referense}'))
  const env = { PATH: process.env.PATH, DATA_DIR: path.join(folder, 'data'), PORT: String(await freePort()) }
  const { status, stdout, stderr } = spawnSync(process.execPath, [path.join(server, 'main.js')], { env, encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stdout + stderr).toMatch(/content\/mail\/confirmation\.yaml: .*\{referense\}/)
})
