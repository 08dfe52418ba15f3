import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, it } from 'vitest'
import { postFiles, yamlFiles } from '../../src/content/files.ts'
import { readPicture } from '../../src/server/editing/picture.ts'
import { openStorage } from '../../src/server/storage/open.ts'
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

it('writes over no text that waits, and init neither, unless they are told to', async () => {
  const [files, env] = [await folder(), { DATA_DIR: await folder() }]
  await runProgram('content', ['export', files], env)
  const cohorts = path.join(files, 'cohorts.yaml')
  await writeFile(cohorts, (await readFile(cohorts, 'utf8')).replace('2025-12-15', '2025-12-29'))
  const storage = await openStorage({ dataDir: env.DATA_DIR })
  const texts = Object.fromEntries(['content/cohorts.yaml', 'content/site.yaml'].map((name) => [name, yamlFiles[name] ?? '']))
  const waits = { id: 'p', by: 'admin', note: '', dueAt: new Date('2030-03-10T08:30:00Z'), files: texts, drafts: {}, over: 0 }
  await storage.edits.publish(waits, new Date())
  await storage.close()
  const refused = await runProgram('content', ['import', files], env)
  expect([refused.code, refused.errors]).toEqual([
    1,
    expect.stringContaining('A text of Cohorts waits for 10 March 2030, 14:00 India Standard Time.'),
  ])
  expect((await runProgram('content', ['import', files, '--keep-waiting'], env)).output).toContain('1 draft saved')
  const init = await runProgram('init', [], env)
  expect([init.code, init.errors]).toEqual([
    1,
    expect.stringContaining('A text of Name, city, zone, links waits for 10 March 2030, 14:00 India Standard Time.'),
  ])
  // It asks now; nobody answers.
  expect((await runProgram('init', ['--keep-waiting'], env)).errors).toContain('There is no answer.')
  const after = await openStorage({ dataDir: env.DATA_DIR })
  expect([(await after.edits.waiting()).length, await after.edits.revision()]).toEqual([2, 0])
  await after.close()
})

it('writes the pictures that were added at the desk, and reads them', async () => {
  const [files, again, empty] = [await folder(), await folder(), await folder()]
  const env = { DATA_DIR: await folder() }
  const storage = await openStorage({ dataDir: env.DATA_DIR })
  const bytes = await sharp({ create: { width: 800, height: 600, channels: 3, background: '#804020' } })
    .webp()
    .toBuffer()
  const read = readPicture(bytes, 'pictures')
  const name = read.ok ? read.value : ''
  await storage.edits.pictures.add(name, bytes, new Date())
  const contact = 'content/pages/contact.yaml'
  const text = `${yamlFiles[contact]}\nphoto: { file: ${name}, alt: The hall }\n`
  const publish = { id: 'p', by: 'admin', note: '', dueAt: null, files: { [contact]: text }, drafts: {}, over: 0 }
  await storage.edits.publish(publish, new Date())
  await storage.close()
  expect(await runProgram('content', ['export', files], env)).toMatchObject({ code: 0, errors: '' })
  expect((await readFile(path.join(files, 'pictures', name))).equals(bytes)).toBe(true)
  await writeFile(path.join(files, 'pictures', 'hall.jpg'), 'any')
  const into = { DATA_DIR: empty }
  expect((await runProgram('content', ['import', files], into)).output.trim().split('\n')).toEqual([
    'pictures/hall.jpg is not imported. Add it at /app/site, which prepares it.',
    expect.stringMatching(/^content\/pages\/contact\.yaml, Photo: nothing -> /),
    '1 draft saved. Publish at /app/site.',
  ])
  const target = await openStorage({ dataDir: empty })
  expect([await target.edits.pictures.names(), await target.edits.pictures.get(name)]).toEqual([[name], new Uint8Array(bytes)])
  await target.edits.publish({ ...publish, drafts: { [contact]: 1 } }, new Date())
  await target.close()
  await runProgram('content', ['export', again], into)
  expect((await readdir(path.join(again, 'pictures'))).toSorted()).toEqual([name])
  expect(await textsOf(again)).toEqual(await textsOf(files))
  // A file under the name of another picture.
  await writeFile(path.join(files, 'pictures', name), 'any')
  const refused = await runProgram('content', ['import', files], { DATA_DIR: await folder() })
  expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining('is not the picture that its name says')])
})
