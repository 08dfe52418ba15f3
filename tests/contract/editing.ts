import { expect, it } from 'vitest'
import { mergeFiles } from '../../src/content/files.ts'
import type { Edits } from '../../src/server/records/edits/edits.ts'
import { at } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const home = 'content/pages/home.yaml'
const faq = 'content/faq.yaml'
const publish = (over: number, files: Readonly<Record<string, string | null>>, more: object = {}) => ({
  ...{ id: `p${over}`, by: 'admin@kolam.example', note: 'தமிழ் \0', dueAt: null, drafts: {}, files, over },
  ...more,
})
const draftOf = async (edits: Edits, path: string) => (await edits.drafts()).find((draft) => draft.path === path)

export function editing(open: Open): void {
  it('saves a draft only over the revision that was read, also after it ended', async () => {
    const { edits } = await open()
    const save = (text: string | null, revision: number) => edits.saveDraft(home, text, revision, at(1))
    expect([await edits.drafts(), await save('early', 2)]).toEqual([[], 'stale'])
    const first = await Promise.all(Array.from({ length: 8 }, (_, n) => save(`text ${n}`, 0)))
    expect(first.toSorted()).toEqual(['saved', ...Array(7).fill('stale')])
    expect(await save('a\r\n\0 \ud800 தமிழ்', 1)).toBe('saved')
    expect(await edits.drafts()).toEqual([{ path: home, text: 'a\r\n\0 \ud800 தமிழ்', revision: 2, savedAt: at(1) }])
    // The answer to that save did not arrive.
    expect(await save('a\r\n\0 \ud800 தமிழ்', 1)).toBe('saved')
    expect([await save(null, 1), await save(null, 2), await save(null, 2)]).toEqual(['stale', 'saved', 'saved'])
    expect(await draftOf(edits, home)).toMatchObject({ text: null, revision: 3 })
    expect([await save('over what was discarded', 2), await save('again', 0), await save('new', 3)]).toEqual([
      'stale',
      'stale',
      'saved',
    ])
  })

  it('publishes the drafts that were named, all or none', async () => {
    const { edits } = await open()
    expect([await edits.revision(), await edits.published()]).toEqual([0, { revision: 0, files: {} }])
    await edits.saveDraft(home, 'home 1', 0, at(1))
    await edits.saveDraft(faq, 'faq 1', 0, at(1))
    const files = { [home]: 'home 1', [faq]: 'faq 1' }
    expect(await edits.publish(publish(0, files, { drafts: { [home]: 1, [faq]: 2 } }), at(2))).toBe('stale')
    expect([await edits.revision(), await edits.publishes(), (await draftOf(edits, home))?.text]).toEqual([0, [], 'home 1'])
    const both = await Promise.all(
      [0, 1].map((n) => edits.publish(publish(0, files, { id: `q${n}`, drafts: { [home]: 1, [faq]: 1 } }), at(2))),
    )
    expect(both.toSorted((a, b) => String(a).localeCompare(String(b)))).toEqual([{ revision: 1 }, 'stale'])
    expect(await edits.published()).toEqual({ revision: 1, files: { [faq]: 'faq 1', [home]: 'home 1' } })
    expect(await draftOf(edits, home)).toMatchObject({ text: null, revision: 2 })
    // Back to the built version, and a file that does not exist any more.
    expect(await edits.publish(publish(1, { [home]: null, [faq]: '' }), at(3))).toEqual({ revision: 2 })
    expect(await edits.published()).toEqual({ revision: 2, files: { [faq]: '' } })
    expect(mergeFiles({ [home]: 'built', [faq]: 'built' }, (await edits.published()).files)).toEqual({ [home]: 'built' })
    expect(await edits.filesOf('p1')).toEqual({ [faq]: '', [home]: null })
    expect((await edits.publishes()).map(({ revision, at, note, paths }) => ({ revision, at, note, paths }))).toEqual([
      { revision: 2, at: at(3), note: 'தமிழ் \0', paths: [faq, home] },
      { revision: 1, at: at(2), note: 'தமிழ் \0', paths: [faq, home] },
    ])
  })

  it('publishes each text that waits at its time, and ends one only on request', async () => {
    const { edits } = await open()
    await edits.saveDraft(home, 'at ten', 0, at(1))
    const files = { [home]: 'at ten', [faq]: 'faq at ten' }
    const ten = publish(0, files, { id: 'ten', dueAt: at(600), drafts: { [home]: 1 } })
    expect(await edits.publish(ten, at(2))).toEqual({ revision: null })
    expect([await edits.revision(), (await edits.published()).files]).toEqual([0, {}])
    await edits.refuseWaiting('ten', 'why')
    const entry = { id: 'ten', by: 'admin@kolam.example', fault: 'why', dueAt: at(600) }
    expect(await edits.waiting()).toEqual([
      { ...entry, path: faq, text: 'faq at ten' },
      { ...entry, path: home, text: 'at ten' },
    ])
    expect(await edits.publishes()).toMatchObject([
      { id: 'ten', revision: null, dueAt: at(600), fault: 'why', paths: [faq, home] },
    ])
    const now = publish(0, { [faq]: 'faq now' })
    const nine = publish(0, { [faq]: 'faq at nine' }, { id: 'nine', dueAt: at(500) })
    expect([await edits.publish(now, at(3)), await edits.publish(nine, at(3)), await edits.revision()]).toEqual([
      'waits',
      'waits',
      0,
    ])
    expect(await edits.publish({ ...nine, waiting: 'keep' }, at(3))).toEqual({ revision: null })
    expect(await edits.publish({ ...now, waiting: 'keep' }, at(3))).toEqual({ revision: 1 })
    expect((await edits.waiting()).map(({ id, path }) => [id, path])).toEqual([
      ['nine', faq],
      ['ten', faq],
      ['ten', home],
    ])
    expect([await edits.publishWaiting('ten', 0, at(600)), await edits.publishWaiting('p0', 1, at(600))]).toEqual([
      'stale',
      'stale',
    ])
    const runs = await Promise.all([0, 1].map(() => edits.publishWaiting('nine', 1, at(500))))
    expect(runs.toSorted()).toEqual([2, 'stale'])
    expect(await edits.published()).toEqual({ revision: 2, files: { [faq]: 'faq at nine' } })
    expect(await edits.publish(publish(2, { [faq]: 'faq' }, { waiting: 'end' }), at(550))).toEqual({ revision: 3 })
    expect((await edits.waiting()).map(({ path }) => path)).toEqual([home])
    expect(await edits.publishWaiting('ten', 3, at(600))).toBe(4)
    expect(await edits.published()).toEqual({ revision: 4, files: { [faq]: 'faq', [home]: 'at ten' } })
    expect([await edits.filesBefore('ten'), await edits.filesBefore('nine'), await edits.filesBefore('none')]).toEqual([
      { [home]: null },
      { [faq]: 'faq now' },
      {},
    ])
  })

  it('gives the texts of a cancelled publish back as drafts, over no other draft', async () => {
    const { edits } = await open()
    await edits.saveDraft(faq, 'newer', 0, at(1))
    const texts = { [home]: 'later', [faq]: 'older' }
    await edits.publish(publish(0, texts, { dueAt: at(600) }), at(2))
    expect(await edits.cancel('another', {}, at(3))).toBe('gone')
    expect([await edits.cancel('p0', texts, at(3)), (await edits.waiting()).length]).toEqual([{ occupied: faq }, 2])
    await edits.saveDraft(faq, null, 1, at(3))
    expect(await edits.cancel('p0', texts, at(3))).toBe('cancelled')
    expect([await edits.publishes(), await edits.filesOf('p0')]).toEqual([[], {}])
    expect((await edits.drafts()).map(({ path, text }) => [path, text])).toEqual([
      [faq, 'older'],
      [home, 'later'],
    ])
  })

  it('saves several drafts, all or none', async () => {
    const { edits } = await open()
    await edits.saveDraft(faq, 'newer', 0, at(1))
    const drafts = [home, faq].map((path) => ({ path, text: 'restored', revision: 0 }))
    expect([await edits.saveDrafts(drafts, at(2)), (await edits.drafts()).length]).toEqual([faq, 1])
    expect(await edits.saveDrafts(drafts.slice(0, 1), at(2))).toBeUndefined()
    expect(await draftOf(edits, home)).toMatchObject({ text: 'restored', revision: 1 })
  })

  it('ends the link to a draft with the draft', async () => {
    const { edits } = await open()
    const link = { hash: 'abc', until: at(900) }
    expect(await edits.setLink(home, link)).toBe(false)
    await edits.saveDraft(home, 'a', 0, at(1))
    const put = async () => [await edits.setLink(home, link), await edits.link({ hash: 'abc' }), await edits.link({ path: home })]
    expect(await put()).toEqual([true, { path: home, ...link }, { path: home, ...link }])
    await edits.saveDraft(home, 'b', 1, at(2))
    expect(await edits.link({ hash: 'abc' })).toEqual({ path: home, ...link })
    await edits.publish(publish(0, { [home]: 'b' }, { drafts: { [home]: 2 } }), at(3))
    await edits.saveDraft(home, 'c', 3, at(4))
    expect(await edits.link({ hash: 'abc' })).toBeUndefined()
    await put()
    await edits.saveDraft(home, null, 4, at(5))
    await edits.saveDraft(home, 'd', 5, at(6))
    expect([await edits.link({ hash: 'abc' }), await edits.link({ path: home })]).toEqual([undefined, undefined])
    await put()
    await edits.setLink(home, null)
    expect(await edits.link({ hash: 'abc' })).toBeUndefined()
  })

  it('keeps a picture that a text names, and one that none names for 30 days', async () => {
    const { edits, sweep } = await open()
    const days = (n: number) => at(n * 86_400)
    const { pictures } = edits
    const named = (letter: string): string => `${letter.repeat(32)}-1216x684.webp`
    const [draft, live, none, past] = [named('a'), named('b'), named('c'), named('d')]
    const bytes = new Uint8Array([0, 255, 128])
    for (const name of [draft, live, past, none]) expect(await pictures.add(name, bytes, days(0))).toBe('added')
    expect([await pictures.names(), await pictures.get(live), await pictures.get(named('e'))]).toEqual([
      [draft, live, none, past],
      bytes,
      undefined,
    ])
    await edits.saveDraft(home, `file: ${draft}`, 0, days(0))
    await edits.publish(publish(0, { [faq]: `file: ${past}` }), days(0))
    await edits.publish(publish(1, { [faq]: `file: ${live} \0` }), days(0))
    await edits.publish(publish(2, { [home]: `file: ${draft}` }, { id: 'waits', dueAt: days(900) }), days(0))
    for (const day of [1, 29]) await sweep(days(day))
    expect(await pictures.names()).toHaveLength(4)
    await sweep(days(31))
    expect(await pictures.names()).toEqual([draft, live, past])
    // It is kept for 30 days from the day on which the last text that named it has gone, or it was added again.
    await edits.saveDraft(home, null, 1, days(40))
    await edits.cancel('waits', {}, days(40))
    await sweep(days(41))
    await sweep(days(70))
    expect(await pictures.names()).toHaveLength(3)
    await pictures.add(draft, bytes, days(70))
    await sweep(days(99))
    expect(await pictures.names()).toHaveLength(3)
    await sweep(days(101))
    expect(await pictures.names()).toEqual([live, past])
  })

  it('stores at most 1,000 pictures', async () => {
    const { edits } = await open()
    const add = (n: number) => edits.pictures.add(`${n}.webp`, new Uint8Array([n]), at(0))
    for (let n = 0; n < 1_000; n += 1) await add(n)
    expect([await add(1_000), await add(999)]).toEqual(['full', 'added'])
    expect(await edits.pictures.names()).toHaveLength(1_000)
  })
}
