import { expect, it } from 'vitest'
import { at, decision, deletion, note, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const file = (field: string, name: string) => ({ field, name, type: 'application/pdf', bytes: new Uint8Array([1, 2, 3]) })

export function exporting(open: Open): void {
  it('returns histories and file names of several applications, none of a deleted one', async () => {
    const { applications } = await open()
    const sent = [
      submission({ files: [file('resume', 'a.pdf')] }),
      submission(),
      submission({ files: [file('resume', 'c.pdf'), file('deck', 'கோலம்\0.pdf')] }),
      submission({ files: [file('resume', 'd.pdf')] }),
    ]
    const ids = sent.map((added) => added.change.application.id)
    for (const added of sent) await applications.add(added)
    const [first] = sent.map((added) => added.change.application)
    if (first === undefined) throw new Error('nothing was sent')
    await applications.save(decision(first, 'pitch', at(1)))
    await applications.save(note({ ...first, status: 'pitch', revision: 1 }, 'a note', at(2)))
    await applications.remove(ids[3] ?? '', deletion(at(3)), at(60))
    const [a, b, c] = ids
    const historiesById = await applications.histories([...ids, 'nobody'])
    expect([...historiesById.keys()].sort()).toEqual([a, b, c].sort())
    for (const [id, entries] of historiesById) expect(entries).toEqual(await applications.history(id))
    expect(historiesById.get(a ?? '')?.map(({ event }) => event.what)).toEqual(['submitted', 'moved', 'noted'])
    expect(await applications.files([c ?? '', 'nobody', ...ids.slice(0, 2), ids[3] ?? ''])).toEqual([
      { applicationId: c, field: 'deck', name: 'கோலம்\0.pdf', type: 'application/pdf' },
      { applicationId: c, field: 'resume', name: 'c.pdf', type: 'application/pdf' },
      { applicationId: a, field: 'resume', name: 'a.pdf', type: 'application/pdf' },
    ])
    expect([await applications.files([]), (await applications.histories([])).size]).toEqual([[], 0])
  })
}
