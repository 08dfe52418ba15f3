import { expect, it } from 'vitest'
import { changeAnswers } from '../../src/applications/answers-change.ts'
import type { Application } from '../../src/applications/application.ts'
import { answerRequest, makeRequest } from '../../src/applications/requests.ts'
import type { Answers } from '../../src/forms/form.ts'
import type { StoredFile } from '../../src/server/records/applications/port.ts'
import { forms } from '../support/answers.ts'
import { admin, at, deletion, hold, note, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const file = (byte: number): StoredFile => ({ field: 'resume', name: `${byte}.pdf`, type: 'x/y', bytes: new Uint8Array([byte]) })

/** A change of answers, with a new company and telephone number. */
const changed = (application: Application, company: string, s: number) =>
  changeAnswers(
    application,
    {
      form: forms.Accelerator,
      formVersion: 'newest',
      answers: { ...application.answers, founderName: 'Anbu Selvan', companyName: company, phone: '+91 98400 54321' } as Answers,
    },
    [],
    { at: at(s), delivery: hold(10) },
  )

export function revising(open: Open): void {
  const withOne = async (files: readonly StoredFile[] = []) => {
    const storage = await open()
    const sent = submission({ files })
    await storage.applications.add(sent)
    const { application } = sent.change
    const found = async (search: string) =>
      (await storage.applications.list({ limit: 9, search })).applications.map(({ id }) => id)
    return { ...storage, storage, application, id: application.id, found }
  }

  it('saves changes that only remove words of the single application, and its deletion', async () => {
    const { applications } = await open()
    const optional = { phone: '+91 98400 54321', website: 'https://kadal.example', competition: 'Nobody' }
    const sent = submission({ answers: { founderName: 'Anbu', ...optional } })
    await applications.add(sent)
    const found = async (search: string) => (await applications.list({ limit: 9, search })).total
    // The search waits for the words of the submission.
    expect(await found('kadal nobody')).toBe(1)
    let current = sent.change.application
    for (const name of Object.keys(optional)) {
      const { [name]: _removed, ...answers } = current.answers
      const form = { form: forms.Accelerator, formVersion: 'newest', answers: answers as Answers }
      const change = changeAnswers(current, form, [], { at: at(5), delivery: hold(10) })
      expect(await applications.revise({ change, files: [], duplicateKey: name }), name).toBe('saved')
      current = { ...current, ...(await applications.byId(current.id)) }
    }
    expect(current.answers).toEqual({ founderName: 'Anbu' })
    expect([await found('anbu'), await found('kadal'), await found('nobody')]).toEqual([1, 0, 0])
    await applications.remove(current.id, deletion(at(7)), at(7))
    expect(await applications.purge(at(8))).toBe(1)
  })

  it('saves new answers as a version, and keeps the earlier ones', async () => {
    const { applications, application, id } = await withOne()
    const change = changed(application, 'Kadal Works', 5)
    expect(await applications.revise({ change, files: [], duplicateKey: 'new' })).toBe('saved')
    const stored = await applications.byId(id)
    expect(stored).toEqual({
      ...application,
      answers: change.application.answers,
      applicantName: 'Anbu Selvan',
      companyName: 'Kadal Works',
      formVersion: 'newest',
      answersRevision: 1,
      revision: 1,
    })
    expect((await applications.history(id)).at(-1)?.event).toEqual({
      what: 'answers_changed',
      fields: ['founderName', 'phone', 'companyName'],
    })
    expect(await applications.versions(id)).toEqual([{ revision: 0, answers: application.answers, files: [] }])
    if (stored === undefined) return
    await applications.revise({ change: changed(stored, 'Aaru Works', 6), files: [], duplicateKey: 'newer' })
    expect((await applications.versions(id))[1]).toEqual({ revision: 1, answers: change.application.answers, files: [] })
  })

  it('search, related applications and duplicates follow new answers', async () => {
    const { applications, application, id, found } = await withOne()
    const other = submission({ companyName: 'Kadal Works' })
    await applications.add(other)
    expect(await found(application.companyName)).toEqual([id])
    await applications.revise({ change: changed(application, 'Kadal Works', 5), files: [], duplicateKey: 'by company' })
    expect(await found(application.companyName)).toEqual([])
    expect(await found(application.applicantName)).toEqual([])
    expect(await found('Anbu 54321')).toEqual([id])
    expect(await applications.related(other.change.application.id)).toMatchObject([
      { application: { id }, shared: ['company', 'domain'] },
    ])
    expect(await applications.add(submission({ duplicate: { key: 'by company' } }))).toEqual({ kind: 'duplicate' })
    expect((await applications.list({ limit: 9, search: 'Kadal' })).total).toBe(2)
  })

  it('refuses answers that are based on an older revision, and changes nothing', async () => {
    const { applications, outbox, application, id } = await withOne([file(1)])
    const change = changed(application, 'Kadal Works', 5)
    await applications.save(note(application, 'promising', at(1)))
    expect(await applications.revise({ change, files: [file(2)], duplicateKey: 'x' })).toBe('stale')
    expect(await applications.byId(id)).toMatchObject({ answers: application.answers, answersRevision: 0 })
    expect((await applications.file(id, 'resume'))?.bytes).toEqual(new Uint8Array([1]))
    expect(await outbox.forApplication(id)).toHaveLength(2)
  })

  it('replaces a file by a new one', async () => {
    const { applications, application, id } = await withOne([file(1)])
    await applications.revise({ change: changed(application, 'K', 5), files: [file(2)], duplicateKey: 'x' })
    expect(await applications.file(id, 'resume')).toEqual(file(2))
    expect(await applications.files([id])).toHaveLength(1)
  })

  it('stores which answers the reviewer read last, and when', async () => {
    const { applications, application, id } = await withOne()
    await applications.markRead(id, 7, at(3))
    expect(await applications.byId(id)).toMatchObject({ seenRevision: 0, readAt: null })
    await applications.markRead(id, 0, at(4))
    await applications.markRead(id, 0, at(6))
    expect(await applications.byId(id)).toMatchObject({ seenRevision: 0, readAt: at(4), revision: 0 })
    const listedIf = async (isRead: boolean) => (await applications.list({ limit: 5, isRead })).total
    expect([await listedIf(true), await listedIf(false)]).toEqual([1, 0])
    await applications.revise({ change: changed(application, 'K', 5), files: [], duplicateKey: 'x' })
    await applications.markRead(id, 0, at(6))
    expect(await applications.byId(id)).toMatchObject({ answersRevision: 1, seenRevision: 0, readAt: null })
    expect([await listedIf(true), await listedIf(false)]).toEqual([0, 1])
    await applications.markRead(id, 1, at(7))
    await applications.markRead(id, 0, at(8))
    expect(await applications.byId(id)).toMatchObject({ answersRevision: 1, seenRevision: 1, readAt: at(7), revision: 1 })
  })

  it('saves a request, and its answer with a file, and finds them', async () => {
    const { applications, application, id } = await withOne([file(1)])
    const listed = async (has: string) =>
      (await applications.list({ limit: 9, has: [has] })).applications.map((listedOne) => listedOne.id)
    const made = makeRequest(application, { text: 'Your deck', kind: 'both' }, { by: admin, at: at(6), delivery: hold(10) })
    if (!made.ok) throw new Error(made.fault)
    expect(await applications.save(made.value)).toBe('saved')
    expect([await listed('asked'), await listed('answered')]).toEqual([[id], []])
    const stored = await applications.byId(id)
    const [request] = stored?.requests ?? []
    if (stored === undefined || request === undefined) throw new Error('the request is not stored')
    expect(stored.dueAt).toEqual(made.value.application.dueAt)
    const sent = { ...file(2), field: 'request-1' }
    const answer = { text: 'Here \u0000', file: { name: sent.name, size: sent.bytes.length, type: sent.type } }
    const change = answerRequest(stored, request, answer, at(8), [], { at: at(7), delivery: hold(10) })
    expect(await applications.saveWithFile(change, sent)).toBe('saved')
    expect(await applications.saveWithFile(change, sent)).toBe('stale')
    expect((await applications.byId(id))?.requests).toEqual([{ ...request, answer: { at: at(7).toISOString(), ...answer } }])
    expect([await applications.file(id, 'request-1'), await applications.file(id, 'resume')]).toEqual([sent, file(1)])
    expect([await listed('asked'), await listed('answered')]).toEqual([[], [id]])
  })

  it('keeps a replaced file with the answers that it belonged to', async () => {
    const { applications, application, id } = await withOne([file(1)])
    await applications.revise({ change: changed(application, 'K', 5), files: [file(2)], duplicateKey: 'x' })
    expect((await applications.versions(id)).map(({ files }) => files)).toEqual([[{ field: 'resume', name: file(1).name }]])
    expect(await applications.earlierFile(id, 'resume', 0)).toEqual(file(1))
    expect(await applications.earlierFile(id, 'resume', 1)).toBeUndefined()
  })
}
