import { expect } from 'vitest'
import { answers, changeForm, pdf, submission } from './answers.ts'
import type { Json } from './desk.ts'
import { rows } from './rows.ts'
import { cookiesOf, type Running, until } from './server.ts'

// The requests that write, for tests in which one of their writes fails.

const writeKinds = [
  'submission',
  'submission with a file',
  'decision',
  'note',
  'undo',
  'withdrawal',
  'change of answers',
  'answer with a file',
  'erasure',
  'publish',
] as const
type WriteKind = (typeof writeKinds)[number]

/** The kinds to test: all in the drills, otherwise one of an applicant, one of the desk and one that deletes (docs/decisions/0076). */
export const testedKinds = rows(writeKinds, ['submission with a file', 'decision', 'erasure'])

/** One request that writes. */
export interface Attempt {
  act(): Promise<Response>
  /** Whether it has happened; throws when it has in part. */
  happened(): Promise<boolean>
}

/** An applicant of a form, in a browser that opened the private link. */
interface Visitor {
  readonly id: string
  readonly cookie: string
}

/** Functions that make what a request is about, by kind of write, on a server whose letters wait for an hour. */
export function preparations(server: Running): Readonly<Record<WriteKind, () => Promise<Attempt>>> {
  const send = async (method: string, route: string, body: unknown): Promise<Response> => server.fetch(route, method, body)
  const read = async (application: string): Promise<Json> => (await server.call(application)).body

  const visitor = async (): Promise<Visitor> => {
    const { id, link } = await server.apply('Contact')
    return { id, cookie: cookiesOf(await server.request(link)) }
  }

  /** A submission: it is there once, with its history and its letter, or not at all. */
  function submitted(formType: Parameters<typeof answers>[0]): Attempt {
    const key = crypto.randomUUID()
    // Words of a search; a hyphen would exclude what follows.
    const email = `${key.replaceAll('-', '')}@example.in`
    const written = answers(formType, { email })
    return {
      act: () => server.request('/api/submit-application', submission(formType, written, { 'Idempotency-Key': key })),
      async happened() {
        const { applications, total } = (await server.call(`/api/applications?q=${encodeURIComponent(email)}`)).body
        expect(total).toBe(applications.length)
        if (total === 0) return false
        const { history, application } = await read(`/api/applications/${applications[0].id}`)
        expect([total, history.length, application.applicant_email]).toEqual([1, 1, email])
        if (formType !== 'WorkForStartups') return true
        const file = await server.fetch(`/api/applications/${application.id}/resume`)
        expect([file.status, (await file.arrayBuffer()).byteLength]).toEqual([200, expect.any(Number)])
        return true
      },
    }
  }

  /** A change of an application that is there: its state and its history agree. */
  async function changed(id: string, act: () => Promise<Response>, isDone: (response: Json) => boolean): Promise<Attempt> {
    const path = `/api/applications/${id}`
    const before = await read(path)
    return {
      act,
      async happened() {
        const after = await read(path)
        const isChanged = isDone(after)
        const grown = [after.application.revision > before.application.revision, after.history.length > before.history.length]
        expect(grown).toEqual([isChanged, isChanged])
        return isChanged
      },
    }
  }
  const newId = async (): Promise<string> => (await server.apply('Contact')).id

  async function decided(): Promise<Attempt> {
    const id = await newId()
    const act = () => send('PATCH', `/api/applications/${id}`, { status: 'approved', from: 'pending' })
    return changed(id, act, ({ application, messages }) => {
      const isApproved = application.status === 'approved'
      expect(messages.length).toBe(isApproved ? 1 : 0)
      return isApproved
    })
  }

  async function noted(): Promise<Attempt> {
    const id = await newId()
    const act = () => send('PATCH', `/api/applications/${id}`, { notes: 'Ask about the mill.' })
    return changed(id, act, ({ application }) => application.notes !== '')
  }

  async function undone(): Promise<Attempt> {
    const id = await newId()
    await server.call(`/api/applications/${id}`, 'PATCH', { status: 'rejected', from: 'pending' })
    const act = () => send('POST', `/api/applications/${id}/undo`, {})
    return changed(id, act, ({ application, messages }) => {
      const isPending = application.status === 'pending'
      expect(messages.filter(({ state }: Json) => state === 'waiting').length).toBe(isPending ? 0 : 1)
      return isPending
    })
  }

  /** The applicant withdraws on the page of the private link. */
  async function withdrawn(): Promise<Attempt> {
    const { id, cookie } = await visitor()
    const body = new URLSearchParams({ of: id })
    const act = () => server.request('/my/withdraw', { method: 'POST', headers: { cookie }, body })
    return changed(id, act, ({ application }) => application.ended !== undefined)
  }

  /** The applicant changes an answer: the earlier one stays as a version. */
  async function corrected(): Promise<Attempt> {
    const { id, cookie } = await visitor()
    const { application } = await read(`/api/applications/${id}`)
    const message = `We moved to Madurai, ${crypto.randomUUID()}.`
    const body = changeForm({ id, type: 'Contact', at: application.answers_revision }, { ...application.form_data, message })
    const act = () => server.request('/my/change', { method: 'POST', headers: { cookie }, body })
    return changed(id, act, (response) => {
      const isChanged = response.application.form_data.message === message
      expect((response.changed ?? []).map(({ name }: Json) => name)).toEqual(isChanged ? ['message'] : [])
      return isChanged
    })
  }

  /** The applicant answers a request with a text and a file. */
  async function answered(): Promise<Attempt> {
    const { id, cookie } = await visitor()
    const made = await server.call(`/api/applications/${id}/requests`, 'POST', { text: 'Please send your deck.', kind: 'both' })
    const address = `/my/answer?of=${id}&request=${made.body.revision}`
    const { letters } = (await server.call('/api/outbox/letters')).body
    const letter = letters.find(({ application_id, letter: kind }: Json) => application_id === id && kind === 'request')
    await server.call('/api/outbox/send', 'POST', { ids: [letter.id], anyway: true })
    await until(
      'the request to be on the page',
      async () => (await server.request(address, { headers: { cookie } })).ok || undefined,
    )
    const body = new FormData()
    body.append('answer', 'Here it is.')
    body.append('file', new File([pdf], 'Deck.pdf', { type: 'application/pdf' }))
    const act = () => server.request(address, { method: 'POST', headers: { cookie }, body })
    return changed(id, act, ({ application }) => application.request_state === 'answered')
  }

  /** An erasure of a person, which waits for a day: the application is hidden, and the erasure is listed. */
  async function erased(): Promise<Attempt> {
    const id = await newId()
    return {
      act: () => send('POST', '/api/person/erasures', { ids: [id] }),
      async happened() {
        const { erasures } = (await server.call('/api/person')).body
        const count = erasures.filter(({ applications }: Json) => applications.includes(id)).length
        expect([count, (await server.call(`/api/applications/${id}`)).status]).toEqual(count === 0 ? [0, 200] : [1, 404])
        return count === 1
      },
    }
  }

  /** A question of the site changes: visitors read it if its publish is stored and the newest one. */
  async function published(): Promise<Attempt> {
    const document = 'content/faq.yaml'
    const opened: Json = (await server.call(`/api/site/document?path=${encodeURIComponent(document)}`)).body.document
    const question = `Is tea included, ${crypto.randomUUID()}?`
    const edited = {
      path: document,
      revision: opened.revision,
      value: [{ ...opened.value[0], question }, ...opened.value.slice(1)],
    }
    const draft = (await server.call('/api/site/document', 'PUT', edited)).body.document
    return {
      act: () => send('POST', '/api/site/publish', { drafts: { [document]: draft.revision }, note: question }),
      async happened() {
        const { publishes } = (await server.call('/api/site')).body
        const count = publishes.filter(({ note }: Json) => note === question).length
        const isNewest = publishes.find(({ revision }: Json) => revision !== null)?.note === question
        expect(count).toBeLessThan(2)
        // A publish whose request failed after the commit is noticed by the watch for those of other nodes.
        await expect.poll(async () => (await (await server.request('/apply')).text()).includes(question)).toBe(isNewest)
        return count === 1
      },
    }
  }

  return {
    submission: async () => submitted('Contact'),
    'submission with a file': async () => submitted('WorkForStartups'),
    decision: decided,
    note: noted,
    undo: undone,
    withdrawal: withdrawn,
    'change of answers': corrected,
    'answer with a file': answered,
    erasure: erased,
    publish: published,
  }
}
