import { afterEach, expect, it } from 'vitest'
import { type App, openApp } from '../../../tests/support/app.ts'
import { type BeginningResponse, siteRoutes } from './api.ts'

// The questions of `npm run init` at the desk. tests/http/brand.test.ts has what the answers become.

let app: App
afterEach(() => app.remove())

it('says what it understood and what else says the old, and then makes drafts of it', async () => {
  app = await openApp()
  const begin = async (answers: object, save = false): Promise<BeginningResponse> =>
    (await app.call(siteRoutes.siteBeginning.path, 'POST', { answers, save })).body
  const drafts = async () => (await app.call(siteRoutes.siteChanges.path)).body.changes
  const { questions } = await begin({})
  const idOf = (start: string): string => questions.find(({ words }) => words.startsWith(start))?.id ?? start
  expect([questions[0]?.words, questions[0]?.now, questions.length > 30]).toEqual(['The name', 'Kolam', true])
  expect(questions.filter(({ isYesNo }) => isYesNo).map(({ now }) => now)).toContain('yes')

  const pale = await begin({ [idOf('The colour of links')]: '#7fd8b0' }, true)
  expect(pale.questions.flatMap(({ faults }) => faults)).toEqual([expect.stringContaining('The nearest that can be read is #')])
  expect([pale.saved, await drafts()]).toEqual([[], []])

  const answers = {
    ...{ [idOf('The name')]: 'Baobab Launch', [idOf('The city')]: 'Nairobi', [idOf('The country')]: 'Kenya' },
    ...{ [idOf('The currency')]: 'KES', [idOf('What a dollar')]: '130', [idOf('A page “Fund raise”')]: 'no' },
  }
  const read = await begin(answers)
  expect(read.questions.find(({ words }) => words === 'The city')?.now).toBe('Nairobi')
  expect(read.leftovers.map(({ words }) => words)).toContain('Fund Raise')
  expect([read.saved, await drafts()]).toEqual([[], []])

  const { saved } = await begin(answers, true)
  expect(saved).toEqual(expect.arrayContaining(['content/site.yaml', 'content/facts.yaml', 'content/forms/accelerator.yaml']))
  const changed = await drafts()
  expect(changed.map(({ path }: { path: string }) => path).toSorted()).toEqual([...saved].toSorted())
  const revisions = Object.fromEntries(changed.map(({ path, revision }: any) => [path, revision]))
  expect(await app.call(siteRoutes.publishSite.path, 'POST', { drafts: revisions, note: '', dueAt: null })).toMatchObject({
    status: 200,
  })
  // Asked again, it is what is published, and an answer of no text is none.
  const again = await begin({ [idOf('The name')]: ' ' })
  expect([again.questions[0]?.now, again.saved]).toEqual(['Baobab Launch', []])
  expect((await app.call(siteRoutes.siteBeginning.path, 'POST', { answers: { 0: 'x'.repeat(400) }, save: true })).status).toBe(
    400,
  )
})
