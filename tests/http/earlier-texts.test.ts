import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EditableDocument } from '../../src/api/site-content.ts'
import { yamlFiles } from '../../src/content/files.ts'
import { type SiteResponse, siteRoutes } from '../../src/features/editing/api.ts'
import { openStorage } from '../../src/server/storage/open.ts'
import { newId } from '../../src/shared/ids.ts'
import { runProgram } from '../support/program.ts'
import { type Running, startServer, until } from '../support/server.ts'

// What an earlier version published, and this one refuses: a text with markup, and a document with a key that there is no more.

const about = 'content/pages/about.yaml'
const faq = 'content/faq.yaml'
const mentors = 'content/mentors.yaml'
const edited = {
  [about]: (yamlFiles[about] ?? '').replace('Our mission\n', '"Our **whole** mission, [here](/team)"\n'),
  [faq]: (yamlFiles[faq] ?? '').replace('Apply 2 months before start.', 'Apply a season before start.'),
  [mentors]: `${(yamlFiles[mentors] ?? '').replace('Lakshmi Thirumurthy', 'Nila Elsewhere')}  fax: "1"\n`,
}

let server: Running
beforeAll(async () => {
  server = await startServer()
  await server.stop()
  const storage = await openStorage({ dataDir: server.dataDir, databaseUrl: server.databaseUrl, sharesFolder: true })
  const publish = { id: newId(new Date()), by: 'admin', note: '', dueAt: null, files: edited, drafts: {}, over: 0 }
  expect(await storage.edits.publish(publish, new Date())).toEqual({ revision: 1 })
  await storage.close()
  await server.start()
})
afterAll(() => server.remove())

const page = async (path: string): Promise<string> => (await fetch(server.url + path)).text()

it('is shown without its markup, or as it ships, and the rest of the site as it is', async () => {
  expect(await page('/about')).toMatch(/Our whole mission, here</)
  expect(await page('/apply')).toContain('Apply a season before start.')
  const people = await page('/mentors')
  expect([people.includes('Lakshmi Thirumurthy'), people.includes('Nila Elsewhere')]).toEqual([true, false])
})

it('is named by start, doctor and desk, and keeps no other document back', async () => {
  const sentences = [
    `${about}, Mission · Title: Title should be a text without links: readers would see the brackets here`,
    `${mentors}, 15 · Fax: Fax is not a valid key here`,
  ]
  for (const sentence of sentences) expect(server.output()).toContain(`Warning: ${sentence}. An earlier version published this.`)
  const { output } = await runProgram('doctor', [], {
    ...{ DATA_DIR: server.dataDir, PUBLIC_URL: server.url },
    ...(server.databaseUrl && { DATABASE_URL: server.databaseUrl }),
  })
  for (const sentence of sentences) expect(output).toContain(`warning Content: ${sentence}. An earlier version published this.`)

  const refused = async () => {
    const { refused: documents }: SiteResponse = (await server.call(siteRoutes.site.path)).body
    return documents.map(({ path, isPlain }) => [path, isPlain])
  }
  expect(await refused()).toEqual([
    [about, true],
    [mentors, false],
  ])
  const preview = await server.fetch(`${siteRoutes.sitePreview.path}?path=${faq}`)
  expect(await preview.text()).toContain('Apply a season before start.')

  const save = async (path: string, from: string, to: string): Promise<EditableDocument> => {
    const { document } = (await server.call(`${siteRoutes.siteDocument.path}?path=${path}`)).body
    const edited = { path, text: document.text.replace(from, to), revision: document.revision }
    return (await server.call(siteRoutes.saveSiteDocument.path, 'PUT', edited)).body.document
  }
  const publish = (path: string, { revision }: EditableDocument) =>
    server.call(siteRoutes.publishSite.path, 'POST', { drafts: { [path]: revision }, note: '', dueAt: null })
  expect(await publish(faq, await save(faq, 'a season before', 'a year before'))).toMatchObject({ status: 200 })
  expect(await page('/apply')).toContain('Apply a year before start.')
  const wrong = await publish(about, await save(about, 'Our **whole**', 'Our **own**'))
  expect([wrong.status, Object.keys(wrong.body.details)]).toEqual([400, [`${about} mission title`]])
  expect(await publish(about, await save(about, '"Our **own** mission, [here](/team)"', 'Ours'))).toMatchObject({ status: 200 })
  await until('the page', async () => ((await page('/about')).includes('>Ours<') ? true : undefined))
  expect(await refused()).toEqual([[mentors, false]])
})
