import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { move } from '../../src/applications/moves.ts'
import { readdress } from '../../src/applications/readdress.ts'
import { privateLinks } from '../../src/server/links/private-links.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { longDate, minute, second } from '../../src/shared/dates.ts'
import { newId, reference } from '../../src/shared/ids.ts'
import { answers, submission } from '../support/answers.ts'
import { type App, openApp, startOfTest } from '../support/app.ts'
import { cookiesOf, until } from '../support/server.ts'

let app: App
/** The called methods of the storage, as `part.method`. */
let calls: string[] = []

/** Records every call of the storage. */
const recorded = (storage: Storage): Storage =>
  Object.fromEntries(
    Object.entries(storage).map(([name, part]) => [
      name,
      typeof part !== 'object'
        ? part
        : new Proxy(part, {
            get: (target, method) => {
              const value = Reflect.get(target, method)
              if (typeof value !== 'function') return value
              return (...args: unknown[]) => {
                calls.push(`${name}.${String(method)}`)
                return value.apply(target, args)
              }
            },
          }),
    ]),
  ) as unknown as Storage

beforeAll(async () => {
  app = await openApp({ wrap: recorded })
})
afterAll(() => app.remove())

const by = 'admin@example.com'
const delivery = { spreadsheet: 'none', holdS: 10 } as const

/** Submits an application. Returns its id and the path of the private link. */
async function apply(email: string, values: Record<string, unknown> = {}) {
  const applied = await app.apply('Accelerator', { email, ...values })
  expect(applied.link).toMatch(new RegExp(`^/my/${applied.id}\\.[\\w-]{22}$`))
  return applied
}

/** Opens a link in a browser with `cookie`. Returns the cookie that the browser has afterwards. */
async function open(link: string, cookie = ''): Promise<string> {
  const response = await app.request(link, { headers: { cookie } })
  expect([response.status, response.headers.get('location')]).toEqual([303, '/my?opened=1'])
  return cookiesOf(response)
}
const pageOf = async (cookie: string, path = '/my'): Promise<string> => (await app.request(path, { headers: { cookie } })).text()

const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<Response> =>
  app.request(path, { method: 'POST', body: new URLSearchParams(fields), headers })

describe('the link', () => {
  it('sets a cookie, redirects to the page, and forbids caching and referrers', async () => {
    const { id, link } = await apply('door@example.in', { coFounderName: 'Write to door@example.in' })
    const response = await app.request(link)
    expect([response.status, response.headers.get('location'), await response.text()]).toEqual([303, '/my?opened=1', ''])
    expect(response.headers.getSetCookie()).toEqual([
      `kolam_my=${link.slice('/my/'.length)}; Max-Age=2592000; Path=/my; HttpOnly; SameSite=Lax`,
    ])
    const page = await app.request('/my', { headers: { cookie: cookiesOf(response) } })
    for (const { headers } of [response, page]) {
      expect(headers.get('cache-control')).toBe('no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    }
    expect(response.headers.get('referrer-policy')).toBe('no-referrer')
    expect(page.headers.get('referrer-policy')).toBe('same-origin')
    const html = await page.text()
    expect(html).toContain(reference(id))
    expect(html).not.toContain(link.slice(-22))
    // The answers have the address twice.
    expect([html.includes('door@example.in'), html.split('d•••@example.in').length]).toEqual([false, 5])
  })

  it('opened by a bot ten times with GET and HEAD writes nothing', async () => {
    const { id, link } = await apply('bot@example.in')
    const before = JSON.stringify([await app.storage.applications.byId(id), await app.storage.applications.history(id)])
    calls = []
    for (let round = 0; round < 10; round += 1)
      for (const method of ['GET', 'HEAD']) {
        const response = await app.request(link, { method })
        expect(response.status).toBe(303)
        await app.request('/my', { method, headers: { cookie: cookiesOf(response) } })
      }
    expect([...new Set(calls)].sort()).toEqual([
      'applications.byId',
      'applications.history',
      'applications.inQuarantine',
      'linkStates.get',
      'outbox.forApplication',
    ])
    expect(JSON.stringify([await app.storage.applications.byId(id), await app.storage.applications.history(id)])).toBe(before)
    expect(await pageOf(await open(link))).toContain(reference(id))
  })

  it('altered in 1,000 ways gets the same 404 after the same reads as an unknown id', async () => {
    const { id, link } = await apply('altered@example.in')
    const signs = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const at = link.length - 22
    const wrongSecrets = Array.from({ length: 484 }, (_, n) => {
      const [position, sign] = [at + (n % 22), signs[(signs.indexOf(link[at + (n % 22)] ?? '') + 1 + Math.floor(n / 22)) % 64]]
      return link.slice(0, position) + sign + link.slice(position + 1)
    })
    const unknownIds = wrongSecrets.map(() => `/my/${newId(startOfTest)}.${link.slice(-22)}`)
    const malformed = [
      ...Array.from({ length: 22 }, (_, n) => link.slice(0, -1 - n)),
      `/my/${id}`,
      `/my/${id}.`,
      `${link}A`,
      `${link}.`,
      `${link}=`,
      '/my/x',
      `/my/.${link.slice(-22)}`,
      `/my/${id.toUpperCase()}.${link.slice(-22)}`,
      link.replace('.', '%00.'),
      `${link}%20`,
    ]
    const responses = new Set<string>()
    const reads = new Set<string>()
    const tryLink = async (path: string): Promise<void> => {
      calls = []
      const response = await app.request(path)
      const text = await response.text()
      const { date: _, ...headers } = Object.fromEntries(response.headers)
      responses.add(JSON.stringify([response.status, headers, text]))
    }
    for (const [index, path] of wrongSecrets.entries()) {
      for (const each of [path, unknownIds[index] ?? '']) {
        await tryLink(each)
        reads.add(calls.toSorted().join())
      }
    }
    for (const path of malformed) await tryLink(path)
    expect(wrongSecrets.length + unknownIds.length + malformed.length).toBe(1000)
    expect(responses.size).toBe(1)
    expect([...responses][0]).toMatch(/^\[404,/)
    expect([...reads]).toEqual(['applications.byId,applications.inQuarantine,linkStates.get'])
  })

  it('is the same for a repeat under one key, and different for each application', async () => {
    const sent = submission('Accelerator', answers('Accelerator', { email: 'repeat@example.in' }))
    const repeat = { ...sent, headers: { ...sent.headers, 'idempotency-key': 'one-submission' } }
    const responses = await Promise.all([1, 2, 3].map(async () => (await app.request('/api/submit-application', repeat)).json()))
    expect(new URL(responses[0].privateLink).origin).toBe('http://localhost:3000')
    expect(new Set(responses.map(({ privateLink }) => privateLink)).size).toBe(1)
    const other = await apply('other@example.in')
    expect(responses[0].privateLink.slice(-22)).not.toBe(other.link.slice(-22))
  })

  it('ends when the address is corrected', async () => {
    const { id, link } = await apply('wrong@example.in')
    const stored = await app.storage.applications.byId(id)
    if (stored === undefined) throw new Error('the application is not stored')
    const change = readdress(stored, 'right@example.in', [], [], { by, at: new Date(app.clock.ms), delivery })
    const cookie = await open(link)
    expect(await app.storage.applications.save(change)).toBe('saved')
    expect((await app.request(link)).status).toBe(404)
    expect(await pageOf(cookie)).not.toContain(reference(id))
  })

  it('is the same on every node, also when several create the key at the same moment', async () => {
    const { id, link } = await apply('nodes@example.in')
    const empty = await openApp()
    const nodes = [1, 2, 3].map(() => privateLinks(empty.storage.settings, empty.storage.linkStates, 'https://kolam.example'))
    const owner = { id, applicantEmail: 'nodes@example.in' }
    const made = await Promise.all(nodes.map(async (node) => (await node.ofSender(owner)).token))
    await empty.remove()
    expect(new Set(made).size).toBe(1)
    expect(made[0]?.slice(-22)).not.toBe(link.slice(-22))
    const { settings, linkStates } = app.storage
    const here = await privateLinks(settings, linkStates, 'http://localhost:3000').ofSender(owner)
    expect(here.url).toBe(`http://localhost:3000${link}`)
  })

  it('is not stored: no table has its secret or a hash of it', async () => {
    const { id } = await apply('table@example.in')
    const stored = JSON.stringify([
      await app.storage.applications.byId(id),
      await app.storage.applications.history(id),
      await app.storage.outbox.forApplication(id),
    ])
    expect(stored).not.toContain('/my/')
    expect(stored).not.toMatch(new RegExp(`${id}\\.[\\w-]{22}`))
  })
})

describe('the page', () => {
  it('shows reference, stages, reply date and the submitted answers', async () => {
    const { id, link } = await apply('page@example.in')
    const html = await pageOf(await open(link))
    const stored = await app.storage.applications.byId(id)
    expect(html).toContain(`Your reference <strong>${reference(id)}</strong>`)
    expect(html).toContain('You hear from us by 12 January 2026.')
    expect(html).toMatch(/aria-current="step"><strong>Being read</)
    expect(html).toContain('A person reads all of it. Then an email goes to p•••@example.in.')
    expect(html).toMatch(/<strong>Our answer<\/strong>.*?by 12 January 2026</)
    expect(html).toContain('data-state="reading"')
    expect(html).toContain(`${stored?.companyName.replaceAll('"', '&quot;')}\u00a0· Accelerator application`)
    expect(html).toContain(`What you sent on ${longDate(startOfTest)}`)
    expect(html).toContain(String(stored?.answers.founderName).replaceAll('"', '&quot;'))
    expect(html).toContain('p•••@example.in')
  })

  it('does not change by a decision until its letter is sent', async () => {
    const { id, link } = await apply('decided@example.in')
    const cookie = await open(link)
    const { outbox } = app.storage
    const sentAt = new Date(app.clock.ms)
    for (const entry of await outbox.claim(['mail.letter'], 1000, sentAt, sentAt))
      await outbox.settle(entry, { kind: 'sent' }, sentAt, undefined)
    const before = await pageOf(cookie)
    const stored = await app.storage.applications.byId(id)
    if (stored === undefined) throw new Error('the application is not stored')
    const moved = move(stored, 'pitch', [], { by, at: new Date(app.clock.ms), delivery })
    if (!moved.ok) throw new Error('the decision is refused')
    await app.storage.applications.save(moved.value)
    expect(await pageOf(cookie)).toBe(before)
    app.clock.ms += minute
    expect(await pageOf(cookie)).toBe(before)
    const now = new Date(app.clock.ms)
    const until = new Date(app.clock.ms + minute)
    const claimed = (await app.storage.outbox.claim(['mail.letter'], 1000, now, until)).filter(
      (entry) => entry.applicationId === id,
    )
    expect(await pageOf(cookie)).toBe(before)
    for (const entry of claimed)
      if (entry.topic === 'mail.letter' && entry.payload.letter === 'pitch_invitation')
        await app.storage.outbox.settle(entry, { kind: 'failed', fault: 'away' }, now, until)
    expect(await pageOf(cookie)).toBe(before)
    const again = await app.storage.outbox.claim(['mail.letter'], 1000, until, new Date(until.getTime() + minute))
    for (const entry of again)
      if (entry.applicationId === id) await app.storage.outbox.settle(entry, { kind: 'sent' }, until, undefined)
    const after = await pageOf(cookie)
    expect(after).toContain('You are invited to a conversation.')
    expect(after).toContain('Invitation to a conversation')
    expect(after).toContain('d•••@example.in')
    expect(after).toMatch(/Our email of \d+ January 2026 says how to choose a time\./)
  })

  it('shows a decision without a letter when its hold is over', async () => {
    const { id, link } = await apply('called@example.in')
    const cookie = await open(link)
    const before = await pageOf(cookie)
    const stored = await app.storage.applications.byId(id)
    if (stored === undefined) throw new Error('the application is not stored')
    const moved = move(stored, 'approved', [], { by, at: new Date(app.clock.ms), delivery }, { letter: 'none' })
    if (!moved.ok) throw new Error('the decision is refused')
    await app.storage.applications.save(moved.value)
    app.clock.ms += 10 * second - 1
    expect(await pageOf(cookie)).toBe(before)
    app.clock.ms += 1
    const after = await pageOf(cookie)
    expect(after).toContain('We would like to go ahead with you.')
    expect(after).toContain('We agree with you how we begin.')
  })

  it('shows all applications of one address; another address needs a confirmation', async () => {
    const [first, second, other] = [await apply('a@example.in'), await apply('A@example.in'), await apply('b@example.in')]
    const cookie = await open(second.link, await open(first.link))
    const both = await pageOf(cookie)
    for (const { id } of [first, second]) expect(both).toContain(reference(id))
    expect(both).not.toContain('several addresses')
    const mixed = await open(other.link, cookie)
    const html = await pageOf(mixed)
    expect(html).toContain(reference(other.id))
    expect(html).toContain('You see what came from <strong>b•••@example.in</strong>')
    for (const { id } of [first, second]) expect(html).not.toContain(`Your reference <strong>${reference(id)}`)
    const [, back = ''] = /href="(\/my\?of=[^"]+)"/.exec(html) ?? []
    const returned = await pageOf(mixed, back)
    for (const { id } of [first, second]) expect(returned).toContain(reference(id))
    expect(returned).not.toContain(`Your reference <strong>${reference(other.id)}`)
  })

  it('without a link or with an invalid cookie is the form for a lost link', async () => {
    for (const cookie of ['', 'kolam_my=~~.~x.y~', `kolam_my=${newId(startOfTest)}.${'A'.repeat(22)}`]) {
      const response = await app.request('/my', { headers: { cookie } })
      expect(response.status).toBe(200)
      expect(await response.text()).toContain('Send me my links')
    }
  })

  it('in a browser without cookies says that the link was not kept', async () => {
    const { id, link } = await apply('no-cookies@example.in')
    const location = (await app.request(link)).headers.get('location') ?? ''
    expect(await pageOf('', location)).toContain('This browser has not kept the link that you opened: it refuses cookies')
    expect(await pageOf('')).not.toContain('refuses cookies')
    expect(await pageOf(await open(link), location)).toContain(reference(id))
    expect(await pageOf(`kolam_my=${newId(startOfTest)}.${'A'.repeat(22)}`, location)).not.toContain('refuses cookies')
  })

  it('says that the application of its address is not open in this browser', async () => {
    const [mine, other] = [await apply('mine@example.in'), await apply('foreign@example.in')]
    const cookie = await open(mine.link)
    const text = 'That application is not open in this browser'
    const html = await pageOf(cookie, `/my?of=${other.id}`)
    expect(html).toContain(`${text}, or was deleted. You see another one.`)
    expect(html).toContain(reference(mine.id))
    expect(html).not.toContain(reference(other.id))
    for (const path of ['/my?of=', '/my/change?of=', '/my/withdraw?of='])
      expect(await pageOf('', path + mine.id), path).toContain(`${text}. Open its link from one of our emails again.`)
    for (const [path, of] of [
      ['/my', ''],
      [`/my?of=${mine.id}`, cookie],
      ['/my/lost-link', cookie],
    ] as const)
      expect(await pageOf(of, path), path).not.toContain(text)
  })

  it('reads at most 20 links of a cookie, as many as it sets', async () => {
    const { id, link } = await apply('many@example.in')
    const own = link.slice('/my/'.length)
    const others = Array.from({ length: 20 }, () => `${newId(startOfTest)}.${'A'.repeat(22)}`)
    expect(await pageOf(`kolam_my=${[...others.slice(1), own].join('~')}`)).toContain(reference(id))
    expect(await pageOf(`kolam_my=${[...others, own].join('~')}`)).not.toContain(reference(id))
  })

  it('is closed in this browser by its button, not by a page of another site', async () => {
    const cookie = await open((await apply('close@example.in')).link)
    const refused = await post('/my/close', {}, { cookie, origin: 'https://evil.example' })
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([403, []])
    const closed = await post('/my/close', {}, { cookie, origin: 'http://localhost:3000' })
    expect(closed.headers.getSetCookie()).toEqual(['kolam_my=; Max-Age=0; Path=/my; HttpOnly; SameSite=Lax'])
  })
})

const lettersTo = (email: string) => app.mails.filter(({ to }) => to === email)
const linksIn = (text = ''): readonly string[] =>
  [...text.matchAll(/http:\/\/localhost:3000(\/my\/[\w.-]+)/g)].map(([, path = '']) => path)
/** Applications by id, those of the links in the last letter to an address. */
async function lettered(email: string): Promise<ReadonlyMap<string, string>> {
  const letter = await until('the letter', () => lettersTo(email).at(-1))
  return new Map(
    linksIn(letter.text)
      .filter((link) => link.includes('.'))
      .map((link) => [link.slice('/my/'.length, -23), link]),
  )
}

const request = async (email: string): Promise<string> => {
  const response = await post('/my/lost-link', { email })
  const { date: _, ...headers } = Object.fromEntries(response.headers)
  return JSON.stringify([response.status, headers, await response.text()])
}

/** Asks for the links of an applicant, and sends what is due. Returns the response. */
async function askForLinks(email: string): Promise<string> {
  calls = []
  const response = await request(email)
  await until('the request to be processed', () => calls.includes('outbox.forApplication'))
  await new Promise((resolve) => setImmediate(resolve))
  await app.storage.ping()
  await app.runOutbox()
  return response
}

describe('a lost link', () => {
  it('gets the same response for any address; applicants get one letter', async () => {
    const first = await apply('lost@example.in')
    await app.runOutbox()
    app.clock.ms += 61 * minute
    const ids = [first, await apply('lost@example.in')].map(({ id }) => id)
    await app.runOutbox()
    app.clock.ms += 61 * minute
    const responses = [await request('nobody@example.in'), await askForLinks(' LOST@example.in ')]
    expect(new Set(responses).size).toBe(1)
    expect(responses[0]).toMatch(/^\[303,.*"location":"\/my\/link-requested"/)
    const links = await lettered('lost@example.in')
    expect([...links.keys()]).toEqual(ids.toReversed())
    expect(lettersTo('lost@example.in').length).toBe(3)
    const letter = lettersTo('lost@example.in').at(-1)
    for (const link of links.values()) expect(letter?.html).toContain(`href="http://localhost:3000${link}"`)
    expect(letter?.text).not.toContain('more applications came from this address')
    expect(letter?.text).toMatch(/Stop our emails:\n\S+\/my\/stop\//)
    expect(lettersTo('nobody@example.in')).toEqual([])
  })

  it('comes first in the letter if it was opened from one, whatever strangers send', async () => {
    const email = 'meena@example.in'
    const { id } = await apply(email)
    await app.runOutbox()
    await pageOf(await open((await lettered(email)).get(id) ?? ''))
    // The sender of these has the link that the form shows.
    for (let n = 0; n < 22; n += 1) await pageOf(await open((await apply(email)).link))
    await askForLinks(email)
    app.clock.ms += 61 * minute
    await app.runOutbox()
    const ids = [...(await lettered(email)).keys()]
    expect([ids.length, ids[0]]).toEqual([20, id])
    expect(lettersTo(email)[1]?.text).toContain('3 more applications came from this address.')
  })

  it('is in the letter too if it was never opened, and strangers sent more later', async () => {
    const email = 'older@example.in'
    const { id } = await apply(email)
    for (let n = 0; n < 20; n += 1) {
      app.clock.ms += second
      await apply(email)
    }
    await app.runOutbox()
    await askForLinks(email)
    app.clock.ms += 61 * minute
    await app.runOutbox()
    expect([...(await lettered(email)).keys()]).toContain(id)
    expect(lettersTo(email)[1]?.text).toContain('One more application came from this address.')
  })

  it('is sent once an hour and three times a day at most, and not lost meanwhile', async () => {
    const { id } = await apply('often@example.in')
    await app.runOutbox()
    const start = app.clock.ms
    /** How many letters were sent, and when the next may leave, in minutes. */
    const sentAfter = async (minutes: number): Promise<[number, number | undefined]> => {
      app.clock.ms = start + minutes * minute
      await askForLinks('often@example.in')
      const waiting = (await app.storage.outbox.forApplication(id)).find(({ state }) => state === 'waiting')
      return [lettersTo('often@example.in').length, waiting && (waiting.dueAt.getTime() - start) / minute]
    }
    expect(await sentAfter(0)).toEqual([1, 60])
    expect(await sentAfter(59)).toEqual([1, 60])
    expect(await sentAfter(61)).toEqual([2, undefined])
    expect(await sentAfter(122)).toEqual([3, undefined])
    expect(await sentAfter(183)).toEqual([3, 24 * 60])
    expect(await sentAfter(24 * 60 - 1)).toEqual([3, 24 * 60])
    expect(await sentAfter(24 * 60)).toEqual([4, undefined])
  })

  it('is refused at its field for an invalid address and for too many requests', async () => {
    const refused = await post('/my/lost-link', { email: 'nobody' })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('Please enter a valid email address')
    const statuses: number[] = []
    for (let n = 0; n < 25; n += 1) statuses.push((await post('/my/lost-link', { email: `n${n}@example.in` })).status)
    expect(new Set(statuses)).toEqual(new Set([303, 429]))
  })
})

describe('a link from a letter', () => {
  const company = { companyName: 'Neytal' }
  const page = async (path: string, cookie: string): Promise<[number, string]> => {
    const response = await app.request(path, { headers: { cookie } })
    return [response.status, await response.text()]
  }

  it('ends that of a stranger, who reads, downloads and changes nothing more', async () => {
    const email = 'kavya@example.in'
    const { id, link } = await apply(email, company)
    const stranger = await open(link)
    const refused = await app.request(
      '/api/submit-application',
      submission('Accelerator', answers('Accelerator', { email, ...company })),
    )
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        code: 'DUPLICATE_SUBMISSION',
        error: 'You have already submitted an application. Please check your email for confirmation.',
      },
    ])
    await app.runOutbox()
    const own = (await lettered(email)).get(id) ?? ''
    expect(own.slice(0, -22)).toBe(link.slice(0, -22))
    expect(own).not.toBe(link)
    // A mail scanner that keeps no cookies changes nothing.
    for (const method of ['HEAD', 'GET']) expect((await app.request(own, { method })).status).toBe(303)
    expect(await pageOf(stranger)).toContain(reference(id))

    const owner = await open(own)
    expect(await pageOf(owner)).toContain('End all other links')
    const stored = await app.storage.applications.byId(id)
    if (stored === undefined) throw new Error('the application is not stored')
    const { email: _, ...rest } = stored.answers as Record<string, string>
    const changes = { ...rest, of: id, at: String(stored.answersRevision), competition: 'Our own answer' }
    const changed = await post('/my/change', changes, { cookie: owner })
    expect([changed.status, changed.headers.get('location')]).toEqual([303, expect.stringContaining(`/my?of=${id}`)])

    for (const [path, cookie] of [
      [link, ''],
      [link, stranger],
      ['/my', stranger],
      [`/my?of=${id}`, stranger],
      [`/my/data?of=${id}`, stranger],
      [`/my/change?of=${id}`, stranger],
      [`/my/withdraw?of=${id}`, stranger],
    ] as const) {
      const [status, html] = await page(path, cookie)
      expect(html, path).not.toMatch(/Our own answer|Neytal/)
      expect(status, path).toBe(path.startsWith('/my?') || path === '/my' ? 200 : 404)
      expect(html.includes('This link has ended'), path).toBe(!/data|change|withdraw/.test(path))
    }
    for (const path of ['/my/withdraw', '/my/change', '/my/end-links'])
      expect((await post(path, changes, { cookie: stranger })).status, path).toBe(404)
    const after = await app.storage.applications.byId(id)
    expect([after?.withdrawnAt, after?.answers]).toMatchObject([null, { competition: 'Our own answer' }])
    expect((await post('/my/withdraw', { of: id }, { cookie: owner })).status).toBe(303)
    // Then she can apply herself.
    await apply(email, company)
  })

  it('is the only one after all others were ended, which a sender cannot do', async () => {
    const email = 'ended@example.in'
    const { id, link } = await apply(email)
    const sender = await open(link)
    expect(await pageOf(sender)).not.toContain('End all other links')
    expect((await post('/my/end-links', { of: id }, { cookie: sender })).status).toBe(404)
    expect(await pageOf(sender)).toContain(reference(id))
    await app.runOutbox()
    const own = (await lettered(email)).get(id) ?? ''
    const [here, elsewhere] = [await open(own), await open(own)]
    expect((await post('/my/end-links', { of: id }, { cookie: here, origin: 'https://evil.example' })).status).toBe(403)
    const ended = await post('/my/end-links', { of: id }, { cookie: here })
    expect([ended.status, await ended.text()]).toEqual([200, expect.stringContaining('All other links have ended')])
    expect(await pageOf(cookiesOf(ended))).toContain(reference(id))
    for (const cookie of [here, elsewhere, sender]) expect(await pageOf(cookie)).not.toContain(reference(id))
    expect([(await app.request(own)).status, (await app.request(link)).status]).toEqual([404, 404])
    app.clock.ms += 61 * minute
    await askForLinks(email)
    expect(await pageOf(await open((await lettered(email)).get(id) ?? ''))).toContain(reference(id))
  })
})
