import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { postFiles, yamlFiles } from '../../src/content/files.ts'
import { runProgram } from '../support/program.ts'

const folders: string[] = []
const folder = async (): Promise<string> => {
  const made = await mkdtemp(path.join(os.tmpdir(), 'kolam-content-'))
  folders.push(made)
  return made
}
afterAll(async () => {
  for (const made of folders) await rm(made, { recursive: true, force: true })
})

async function textsOf(from: string): Promise<Readonly<Record<string, string>>> {
  const names = (await readdir(from, { recursive: true })).filter((name) => /\.(yaml|md)$/.test(name)).toSorted()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [`content/${name}`, await readFile(path.join(from, name), 'utf8')])),
  )
}

it('writes the content as files, reads changed ones as drafts, and writes the same', async () => {
  const [files, again] = [await folder(), await folder()]
  const env = { DATA_DIR: await folder() }
  expect(await runProgram('content', ['export', files], env)).toMatchObject({ code: 0, errors: '' })
  expect(await textsOf(files)).toEqual({ ...yamlFiles, ...postFiles })
  expect((await runProgram('content', ['import', files], env)).output).toContain('0 drafts saved')
  const cohorts = path.join(files, 'cohorts.yaml')
  await writeFile(cohorts, (await readFile(cohorts, 'utf8')).replace('2025-12-15', '2025-12-29'))
  const imported = await runProgram('content', ['import', files], env)
  expect(imported.output.trim().split('\n')).toEqual([
    'content/cohorts.yaml, 2 · Application deadline: 2025-12-15 -> 2025-12-29',
    '1 draft saved. Publish at /app/site.',
  ])
  await writeFile(cohorts, (await readFile(cohorts, 'utf8')).replace('2025-12-29', '2025-12-30'))
  const refused = await runProgram('content', ['import', files], env)
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('content/cohorts.yaml has another draft')])
  // Drafts are not published, so they are in no export.
  await runProgram('content', ['export', again], env)
  expect(await textsOf(again)).toEqual({ ...yamlFiles, ...postFiles })
  expect((await runProgram('content', ['export'], env)).code).toBe(1)
})
