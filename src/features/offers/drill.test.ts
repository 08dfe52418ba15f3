import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Postgres, startPostgres } from '../../../tests/support/postgres.ts'
import { runProgram } from '../../../tests/support/program.ts'
import { cookiesOf, type Running, startServer, until } from '../../../tests/support/server.ts'
import { day } from '../../shared/dates.ts'

let cluster: Postgres
let folder: string
beforeAll(async () => {
  cluster = await startPostgres()
  folder = mkdtempSync(path.join(tmpdir(), 'kolam-offers-'))
})
afterAll(async () => {
  await cluster?.remove()
  rmSync(folder, { recursive: true, force: true })
})

interface Founder {
  readonly id: string
  readonly email: string
  /** The clock by which they read until when: the page has the moment, and the browser its zone. */
  readonly zone: string
  offer: string
  cookie: string
}

const zones = ['Asia/Kolkata', 'Europe/Berlin', 'America/Los_Angeles'] as const
const dayAhead = (days: number): string => new Date(Date.now() + days * day).toISOString().slice(0, 10)
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Works through items, eight at a time. */
async function each<Item>(items: readonly Item[], work: (item: Item, index: number) => Promise<unknown>): Promise<void> {
  const waiting = [...items.entries()]
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next[1], next[0])
  }
  await Promise.all(Array.from({ length: 8 }, lane))
}

it.each(['SQLite', 'PostgreSQL'])(
  'forty offers are true on %s, through a kill and a restore',
  async (kind) => {
    const env = {
      DATA_DIR: mkdtempSync(path.join(folder, 'data-')),
      DATABASE_URL: kind === 'PostgreSQL' ? await cluster.database() : '',
    }
    const server: Running = await startServer(env)
    const counts = async () => {
      const { cohorts } = (await server.call('/api/offers')).body
      const { offered, taken, declined, lapsed } = cohorts.find(({ cohort }: { cohort: string }) => cohort === 'Cohort 7')
      return { offered, taken, declined, lapsed }
    }
    const found = async (word: string): Promise<number> =>
      (await server.call(`/api/applications?q=${encodeURIComponent(`${word} cohort:7`)}`)).body.total
    const lettersWith = async (subject: string): Promise<number> =>
      (await server.mails()).filter((mail) => mail.subject?.startsWith(subject)).length

    const founders: Founder[] = []
    await each(Array.from({ length: 40 }), async (_, n) => {
      const email = `founder${n}@loom${n}.example`
      const values = { email, companyName: `Loom ${n}`, phone: `+91984${String(n).padStart(7, '0')}` }
      const { id, path } = await server.apply('Accelerator', values)
      const offers = { cohort: 'Cohort 7', people: `Founder ${n}`, day: dayAhead(20) }
      const approved = await server.call(path, 'PATCH', { status: 'approved', with: { offers } })
      expect(approved.status).toBe(200)
      const { offer } = (await server.call(`/api/applications/${id}/offer`)).body
      founders.push({ id, email, zone: zones[n % 3] ?? '', offer: offer.id, cookie: '' })
    })
    await until('40 letters', async () => (await lettersWith('Your place in Cohort 7: please')) === 40 || undefined, 120_000)
    const mails = await server.mails()
    await each(founders, async (founder) => {
      const letter = mails.findLast(({ to }) => to?.[0]?.address === founder.email)
      const [link = ''] = /https?:\S*\/my\/(?!stop)\S+/.exec(letter?.text ?? '') ?? []
      founder.cookie = cookiesOf(await fetch(link, { redirect: 'manual' }))
      const page = await (await fetch(`${server.url}/my/offer?of=${founder.id}`, { headers: { cookie: founder.cookie } })).text()
      const [, moment = ''] = /<time dateTime="([^"]+)"/i.exec(page) ?? []
      const { offer } = (await server.call(`/api/applications/${founder.id}/offer`)).body
      const words = (at: string) => new Date(at).toLocaleString('en-GB', { timeZone: founder.zone })
      expect(words(moment)).toBe(words(offer.ends_at))
    })
    expect(await counts()).toEqual({ offered: 40, taken: 0, declined: 0, lapsed: 0 })
    const backup = await runProgram('backup', [`${path.join(folder, `copies-${kind}`)}/`], env)
    expect(backup.code).toBe(0)
    const file = backup.output.slice(0, backup.output.indexOf(': '))

    // Killed in the middle: whoever had no answer sends the same again.
    const [yes, no, silent] = [founders.slice(0, 30), founders.slice(30, 35), founders.slice(35)]
    const answer = async ({ id, offer, cookie }: Founder, fields: Readonly<Record<string, string>>) => {
      const body = new URLSearchParams({ of: id, offer, ...fields })
      const headers = { cookie, origin: server.url }
      return (await fetch(`${server.url}/my/offer`, { method: 'POST', body, headers, redirect: 'manual' })).status
    }
    const take = { answer: 'take', name: 'Asha Rao' }
    const decline = { answer: 'decline', reason: 'We stay in Pune' }
    let answered = 0
    const killed = Promise.withResolvers<void>()
    await each([...yes, ...no], async (founder, n) => {
      const status = await answer(founder, n < 30 ? take : decline).catch(() => 0)
      if (status !== 303) return
      answered += 1
      if (answered === 12) killed.resolve(server.stop('SIGKILL'))
    })
    await killed.promise
    await server.start()
    expect((await counts()).taken + (await counts()).declined).toBeGreaterThanOrEqual(12)
    await each(yes, async (founder) => expect(await answer(founder, take)).toBe(303))
    await each(no, async (founder) => expect(await answer(founder, decline)).toBe(303))
    expect(await counts()).toEqual({ offered: 5, taken: 30, declined: 5, lapsed: 0 })
    await until('30 letters', async () => (await lettersWith('The place in Cohort 7 is yours')) === 30 || undefined, 120_000)

    const sheetOf = async ({ id, cookie }: Founder) => {
      const theirs = await (await fetch(`${server.url}/my/offer/sheet?of=${id}`, { headers: { cookie } })).text()
      const { offer } = (await server.call(`/api/applications/${id}/offer`)).body
      expect([offer.sheet.text, offer.sheet.hash]).toEqual([theirs, sha256(theirs)])
      return theirs
    }
    const sheets = await Promise.all(yes.map(sheetOf))
    const hashes = (await server.mails()).flatMap(({ text }) => /[0-9a-f]{64}/.exec(text ?? '')?.[0] ?? [])
    expect(hashes.toSorted()).toEqual(sheets.map(sha256).toSorted())

    // What the cohort asks for since: the first founder answers one of it.
    const requestsOf = async ({ id }: Founder) => (await server.call(`/api/applications/${id}`)).body.requests
    const requested = async (founder: Founder) => {
      const own = await (await fetch(`${server.url}/my?of=${founder.id}`, { headers: { cookie: founder.cookie } })).text()
      const requests = await requestsOf(founder)
      const texts = requests.map(({ text, answer }: { text: string; answer?: { text: string } }) => [text, answer?.text])
      return { texts, onPage: requests.filter(({ text }: { text: string }) => own.includes(text)).length }
    }
    const [first] = yes
    if (first === undefined) throw new Error('nobody took a place')
    const [bank] = await requestsOf(first)
    const account = new FormData()
    account.set('answer', 'Loom Private Limited, 0042')
    const answerPath = `${server.url}/my/answer?of=${first.id}&request=${bank.id}`
    const headers = { cookie: first.cookie, origin: server.url }
    expect((await fetch(answerPath, { method: 'POST', body: account, headers, redirect: 'manual' })).status).toBe(303)
    const before = await Promise.all(yes.map(requested))
    expect(before.map(({ onPage, texts }) => [onPage, texts.length])).toEqual(yes.map(() => [2, 2]))

    // Twenty days later.
    await server.stop()
    const late = `update offers set ends_at = ${Date.now() - day} where answer = 'none'`
    if (env.DATABASE_URL === '') new DatabaseSync(path.join(env.DATA_DIR, 'kolam.sqlite')).exec(late)
    else {
      const client = new pg.Client({ connectionString: env.DATABASE_URL })
      await client.connect()
      await client.query(late)
      await client.end()
    }
    await server.start()
    expect(await counts()).toEqual({ offered: 0, taken: 30, declined: 5, lapsed: 5 })
    await each(silent, async (founder) => expect(await answer(founder, take)).toBe(409))
    for (const { id, offer } of silent.slice(0, 2))
      expect((await server.call(`/api/applications/${id}/offer/extend`, 'POST', { offer, day: dayAhead(3) })).status).toBe(200)
    await until('2 letters', async () => (await lettersWith('Your place in Cohort 7 waits')) === 2 || undefined, 120_000)
    const end = { offered: 2, taken: 30, declined: 5, lapsed: 3 }
    expect(await counts()).toEqual(end)
    expect(await Promise.all(['is:offered', 'is:taken', 'is:declined', 'is:lapsed'].map(found))).toEqual([2, 30, 5, 3])

    // The backup is from before every answer.
    await server.stop()
    const restored = await runProgram('restore', [file, '--yes'], env)
    expect([restored.code, restored.errors]).toEqual([0, ''])
    await server.start()
    expect(await counts()).toEqual(end)
    expect(await Promise.all(yes.map(sheetOf))).toEqual(sheets)
    expect(await Promise.all(yes.map(requested))).toEqual(before)
    expect(await lettersWith('The place in Cohort 7 is yours')).toBe(30)
    await server.remove()
  },
  600_000,
)
