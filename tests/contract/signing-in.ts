import { expect, it } from 'vitest'
import { otherMail } from '../../src/server/mail/other-mail.ts'
import type { Passcode, Passcodes, Requester, Sessions, TryRules } from '../../src/server/records/access/port.ts'
import { admin, at } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const rules: TryRules = { triesPerCode: 5, caps: [] }
const code = (id: string, s = 0, browser = 'mine', client?: string, owner?: string): Passcode => ({
  id,
  email: admin,
  codeHash: `hash of ${id}`,
  createdAt: at(s),
  expiresAt: at(s + 600),
  browser,
  client,
  owner,
})
const mine: Requester = { browser: 'mine', client: 'home', owner: undefined }
const program: Requester = { browser: undefined, client: 'home', owner: undefined }

const anyNumber = { since: at(0), max: 1_000 }

/** Begins a session of one day in a browser that is trusted for ten seconds. */
const begin = (sessions: Sessions, credentialHash: string, browser: string, s = 0, replaces?: string, email = admin) =>
  sessions.begin({
    session: { credentialHash, userId: 'admin-1', email, createdAt: at(s), expiresAt: at(s + 86_400), browser },
    name: `Firefox ${browser}`,
    trustedUntil: at(s + 10),
    replaces,
  })

/** Tries a code by its hash, as the sign-in does. Returns the outcome. */
async function attempt(
  passcodes: Passcodes,
  codeHash: string,
  s: number,
  { requester = mine, email = admin, ...more }: Partial<TryRules> & { requester?: Requester; email?: string } = {},
): Promise<string> {
  const tried = await passcodes.beginTry(email, requester, at(s), { ...rules, ...more })
  if (tried.kind !== 'counted') return tried.kind
  if (tried.passcode.codeHash !== codeHash) return 'wrong'
  return (await passcodes.redeem(tried, at(s))) ? 'right' : 'used'
}

export function signingIn(open: Open): void {
  it('accepts the right code once', async () => {
    const { passcodes } = await open()
    expect(await attempt(passcodes, 'hash of a', 1)).toBe('none')
    await passcodes.put(code('a'), anyNumber)
    expect(await attempt(passcodes, 'hash of a', 1, { email: 'other@kolam.example' })).toBe('none')
    expect(await attempt(passcodes, 'hash of b', 1)).toBe('wrong')
    expect(await attempt(passcodes, 'hash of a', 599.999)).toBe('right')
    expect(await attempt(passcodes, 'hash of a', 599.999)).toBe('none')
  })

  it('accepts the right code once when it is tried concurrently', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'), anyNumber)
    const words = await Promise.all(Array.from({ length: 10 }, () => attempt(passcodes, 'hash of a', 1)))
    expect(words.filter((word) => word === 'right')).toHaveLength(1)
    expect(words.filter((word) => word === 'wrong')).toHaveLength(0)
  })

  it("ends the browser's earlier code, and every code after its time", async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'), anyNumber)
    await passcodes.put(code('b', 10), anyNumber)
    expect(await attempt(passcodes, 'hash of a', 11)).toBe('wrong')
    expect(await attempt(passcodes, 'hash of b', 610)).toBe('expired')
    expect(await attempt(passcodes, 'hash of b', 609)).toBe('right')
  })

  it('accepts the right code after four wrong tries and not after five', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'), anyNumber)
    for (let n = 0; n < 4; n++) expect(await attempt(passcodes, 'x', 1)).toBe('wrong')
    expect(await attempt(passcodes, 'hash of a', 1)).toBe('right')
    await passcodes.put(code('b', 5), anyNumber)
    const words = await Promise.all(Array.from({ length: 20 }, () => attempt(passcodes, 'x', 6)))
    expect(words.filter((word) => word === 'wrong')).toHaveLength(5)
    expect(await attempt(passcodes, 'hash of b', 6)).toBe('used_up')
    await passcodes.put(code('c', 7), anyNumber)
    expect(await attempt(passcodes, 'hash of c', 8)).toBe('right')
  })

  it('accepts a code from its own browser only, with several codes at a time', async () => {
    const { passcodes } = await open()
    const other: Requester = { ...mine, browser: 'other' }
    await passcodes.put(code('a'), anyNumber)
    await passcodes.put(code('b', 1, 'other'), anyNumber)
    for (let n = 0; n < 5; n++) expect(await attempt(passcodes, 'hash of a', 2, { requester: other })).toBe('wrong')
    expect(await attempt(passcodes, 'hash of b', 2, { requester: other })).toBe('used_up')
    expect(await attempt(passcodes, 'hash of a', 2, { requester: program })).toBe('none')
    expect(await attempt(passcodes, 'hash of a', 2)).toBe('right')
  })

  it('accepts a code from a program without cookies at its address', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a', 0, 'x', 'home'), anyNumber)
    expect(await attempt(passcodes, 'hash of a', 1, { requester: { ...program, client: 'away' } })).toBe('none')
    expect(await attempt(passcodes, 'hash of a', 1, { requester: program })).toBe('right')
    // A new request from there replaces that code, and five wrong tries use it up. Neither affects the code of the browser.
    await passcodes.put(code('b', 2, 'mine', 'home'), anyNumber)
    await passcodes.put(code('c', 3, 'y', 'home'), anyNumber)
    expect(await attempt(passcodes, 'hash of b', 4, { requester: program })).toBe('wrong')
    for (let n = 0; n < 4; n++) expect(await attempt(passcodes, 'x', 4, { requester: program })).toBe('wrong')
    expect(await attempt(passcodes, 'hash of c', 4, { requester: program })).toBe('used_up')
    expect(await attempt(passcodes, 'hash of c', 4, { requester: { ...mine, browser: 'y' } })).toBe('right')
    expect(await attempt(passcodes, 'hash of b', 4)).toBe('right')
  })

  it('limits codes of strangers for each period, and codes of owners by another limit', async () => {
    const { passcodes } = await open()
    const tried = (hash: string, now: number, browser = 'mine') =>
      attempt(passcodes, hash, now, {
        requester: { ...mine, browser },
        caps: [
          { since: at(now - 100), max: 3 },
          { since: at(now - 1000), max: 4 },
        ],
      })
    const put = (id: string, s: number, browser: string, owner?: string) =>
      passcodes.put({ ...code(id, s, browser, undefined, owner), expiresAt: at(9000) }, anyNumber)
    await put('a', 0, 'mine')
    await put('o', 0, 'owned', 'browser:owned')
    expect([await tried('x', 1), await tried('x', 2), await tried('x', 3)]).toEqual(['wrong', 'wrong', 'wrong'])
    expect(await tried('hash of a', 4)).toBe('capped')
    expect(await tried('x', 5, 'owned')).toBe('wrong')
    expect(await tried('hash of a', 100.999)).toBe('capped')
    // The oldest is outside the short period; the long one allows one more.
    expect(await tried('x', 101)).toBe('wrong')
    await put('b', 102, 'mine')
    expect(await tried('hash of b', 300)).toBe('capped')
    expect([await tried('x', 300, 'owned'), await tried('x', 300, 'owned'), await tried('x', 300, 'owned')]).toEqual(
      Array(3).fill('wrong'),
    )
    expect(await tried('hash of o', 300, 'owned')).toBe('capped')
    await put('c', 301, 'mine')
    expect(await tried('hash of c', 1001)).toBe('right')
  })

  it('limits stored codes of strangers; used codes and those of owners do not count', async () => {
    const { passcodes } = await open()
    const put = (id: string, s: number, owner?: string) =>
      passcodes.put(code(id, s, id, undefined, owner), { since: at(s - 3600), max: 3 })
    const both = await Promise.all(['a', 'b', 'c', 'd', 'e'].map((id) => put(id, 0)))
    expect(both.filter((word) => word === 'stored')).toHaveLength(3)
    expect([await put('f', 1, 'browser:f'), await put('g', 2, 'browser:f'), await put('h', 3)]).toEqual([
      'stored',
      'stored',
      'surplus',
    ])
    expect(await attempt(passcodes, 'hash of a', 4, { requester: { ...mine, browser: 'a' } })).toBe('right')
    expect([await put('i', 5), await put('j', 6)]).toEqual(['stored', 'surplus'])
    await passcodes.remove('i')
    expect([await put('k', 7), await put('l', 8), await put('m', 3607)]).toEqual(['stored', 'surplus', 'stored'])
  })

  it('stores sessions until they end', async () => {
    const { sessions } = await open()
    await begin(sessions, 'h', 'b')
    const session = {
      credentialHash: 'h',
      userId: 'admin-1',
      email: admin,
      createdAt: at(0),
      expiresAt: at(86_400),
      browser: 'b',
    }
    expect(await sessions.byCredential('h')).toEqual(session)
    expect(await sessions.byCredential('\0')).toBeUndefined()
    expect([await sessions.list(admin.toUpperCase(), at(1)), await sessions.list(admin, at(86_400))]).toEqual([[session], []])
    await sessions.end('other')
    await sessions.end('h')
    expect(await sessions.byCredential('h')).toBeUndefined()
  })

  it('trusts a browser until its time, only with the cookie of its last sign-in', async () => {
    const { sessions } = await open()
    const isTrusted = (browser: string, s: number, email = admin) => sessions.isTrusted(browser, email, at(s))
    await begin(sessions, 'h', 'a')
    expect([await isTrusted('a', 9), await isTrusted('a', 10), await isTrusted('a', 9, 'next@kolam.example')]).toEqual([
      true,
      false,
      false,
    ])
    await begin(sessions, 'i', 'b', 5, 'a')
    expect([await isTrusted('a', 6), await isTrusted('b', 6), await sessions.byCredential('h')]).toEqual([false, true, undefined])
    expect(await sessions.browsers(admin, at(6))).toEqual([{ hash: 'b', name: 'Firefox b', createdAt: at(0), signedInAt: at(5) }])
  })

  it('ends one browser, all of another address, or all', async () => {
    const { sessions } = await open()
    const those = async () => (await sessions.list(admin, at(1))).map(({ credentialHash }) => credentialHash).sort()
    const next = 'next@kolam.example'
    for (const id of ['a', 'b', 'c']) await begin(sessions, id, `browser ${id}`)
    await begin(sessions, 'n', 'browser n', 0, undefined, next)
    await sessions.forget('browser a')
    expect([await those(), (await sessions.browsers(admin, at(1))).length]).toEqual([['b', 'c'], 2])
    await sessions.endOthers(admin.toUpperCase())
    expect([await those(), await sessions.list(next, at(1)), await sessions.browsers(next, at(1))]).toEqual([['b', 'c'], [], []])
    await sessions.endAll()
    expect([await those(), await sessions.browsers(admin, at(1))]).toEqual([[], []])
  })

  it('stores the passkeys of an address; a counter never decreases', async () => {
    const { passkeys } = await open()
    const key = (id: string, counter: number) => ({ id, name: id, publicKey: 'p', counter, createdAt: at(0), usedAt: undefined })
    expect([
      await passkeys.add(admin, key('a', 4)),
      await passkeys.add(admin, key('b', 0)),
      await passkeys.add('x@y.example', key('a', 9)),
    ]).toEqual([true, true, false])
    expect([await passkeys.use('a', 4, at(1)), await passkeys.use('a', 3, at(1)), await passkeys.use('a', 0, at(1))]).toEqual(
      Array(3).fill(false),
    )
    expect([await passkeys.use('a', 5, at(2)), await passkeys.use('b', 0, at(3)), await passkeys.use('none', 1, at(3))]).toEqual([
      true,
      true,
      false,
    ])
    expect(await passkeys.list(admin.toUpperCase())).toEqual([
      { ...key('a', 5), usedAt: at(2) },
      { ...key('b', 0), usedAt: at(3) },
    ])
    await passkeys.remove('x@y.example', 'a')
    await passkeys.remove(admin, 'b')
    expect((await passkeys.list(admin)).map(({ id }) => id)).toEqual(['a'])
  })

  it('counts the refusals of the last hour, concurrent ones too', async () => {
    const { refusals, sweep } = await open()
    await Promise.all([1, 2, 3].map((count) => refusals.add(at(30), count)))
    await refusals.add(at(7200), 10)
    expect([await refusals.since(at(30)), await refusals.since(at(3600)), await refusals.since(at(9000))]).toEqual([16, 10, 0])
    await sweep(at(86_400 + 3600))
    expect(await refusals.since(at(0))).toBe(10)
  })

  it('creates the user at the first sign-in, once under concurrency', async () => {
    const { sessions } = await open()
    const users = await Promise.all([1, 2, 3, 4].map((n) => sessions.user(admin, at(n))))
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
    const user = await sessions.user(admin, at(99))
    expect(user).toEqual(users[0])
    expect(user).toEqual({ id: `admin-${user.createdAt.getTime()}`, email: admin, createdAt: expect.any(Date) })
  })

  it('returns the same response until it expires', async () => {
    const { responses } = await open()
    expect(await responses.get('k', at(0))).toBeUndefined()
    await responses.put('k', 'one', at(10))
    expect([await responses.get('k', at(9)), await responses.get('k', at(10)), await responses.get('l', at(9))]).toEqual([
      'one',
      undefined,
      undefined,
    ])
    await responses.put('k', 'two\0', at(20))
    expect(await responses.get('k', at(10))).toBe('two\0')
  })

  it('one of several callers claims a response, until the claim lapses', async () => {
    const { responses } = await open()
    const claims = await Promise.all(Array.from({ length: 8 }, () => responses.claim('k', 'at work', at(0), at(10))))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect([await responses.claim('k', 'late', at(9), at(20)), await responses.claim('k', 'late', at(10), at(20))]).toEqual([
      false,
      true,
    ])
    expect(await responses.get('k', at(19))).toBe('late')
    await responses.remove('k')
    expect(await responses.get('k', at(19))).toBeUndefined()
  })

  it('counts the calls of each key in windows', async () => {
    const { limits } = await open()
    const hit = (key: string, s: number) => limits.hit(key, 3, 60_000, at(s))
    const yes = (hits: number) => ({ allowed: true, retryAfterMs: 0, hits })
    expect([await hit('a', 0), await hit('a', 1), await hit('a', 2)]).toEqual([yes(1), yes(2), yes(3)])
    expect(await hit('a', 10)).toEqual({ allowed: false, retryAfterMs: 50_000, hits: 4 })
    expect(await hit('b\0', 10)).toEqual(yes(1))
    expect(await hit('a', 59.999)).toEqual({ allowed: false, retryAfterMs: 1, hits: 5 })
    expect(await hit('a', 60)).toEqual(yes(1))
    const many = await Promise.all(Array.from({ length: 30 }, () => hit('c', 0)))
    expect(many.filter(({ allowed }) => allowed)).toHaveLength(3)
    const costly = await Promise.all([2, 1, 5].map((cost) => limits.hit('d', 3, 60_000, at(0), undefined, cost)))
    expect(costly).toEqual([yes(2), yes(3), { allowed: false, retryAfterMs: 60_000, hits: 8 }])
  })

  it('counts repeats of a call once, and a call that was refused again', async () => {
    const { limits } = await open()
    const hit = (same: string, s = 0, key = 'a') => limits.hit(key, 2, 60_000, at(s), same)
    const allowed = async (...hits: ReturnType<typeof hit>[]) =>
      (await Promise.all(hits)).filter((result) => result.allowed).length
    expect(await allowed(...Array.from({ length: 60 }, () => hit('one')))).toBe(60)
    expect(await allowed(hit('two'), hit('two'))).toBe(2)
    expect(await hit('three', 10)).toEqual({ allowed: false, retryAfterMs: 50_000, hits: 3 })
    expect(await allowed(hit('three'), hit('three'), hit('three'))).toBe(0)
    expect(await allowed(hit('one'), hit('two'), hit('three', 0, 'b'))).toBe(3)
    // After 200 repeats it counts again; the rest of the window is used up.
    expect(await allowed(...Array.from({ length: 150 }, () => hit('one')))).toBe(140)
    expect(await allowed(hit('three', 60))).toBe(1)
  })

  it('exchanges a link of a helper once, and ends it with its sessions', async () => {
    const { helperLinks: links, outbox, sweep } = await open()
    const link = {
      ...{ id: 'l', right: 'read' as const, scope: '', title: '', name: 'odd \0', email: 'm@team.example', generation: 0 },
      ...{ secretHash: 's', createdAt: at(0), until: at(50), usedAt: null, seenAt: null, endedAt: null },
    }
    await links.add([link, { ...link, id: 'k', right: 'committee', scope: 'round', secretHash: 't' }])
    expect(await links.byId('l')).toEqual(link)
    const both = await Promise.all(['a', 'b'].map((hash) => links.exchange(link, hash, at(1))))
    expect(both.toSorted()).toEqual([false, true])
    const hash = both[0] ? 'a' : 'b'
    expect(await links.ofSession(hash)).toEqual({ ...link, usedAt: at(1), seenAt: at(1) })
    expect(await links.extend('l', at(90))).toBe(true)
    const letter = otherMail<object>('helper', 'Link of a helper').draft({}, { key: 'next', about: 'l', dueAt: at(2) })
    const mail = { drafts: [letter], at: at(2) }
    expect([await links.renew({ ...link, generation: 1 }, 'other', mail), await outbox.forApplication('l')]).toEqual([false, []])
    expect([await links.renew(link, 'next', mail), (await outbox.forApplication('l')).length]).toEqual([true, 1])
    expect([await links.exchange(link, 'c', at(2)), await links.exchange({ id: 'l', generation: 1 }, 'c', at(90))]).toEqual([
      ...[false, false],
    ])
    expect(await links.exchange({ id: 'l', generation: 1 }, 'c', at(89))).toBe(true)
    await links.endSession('c')
    expect([await links.ofSession('c'), (await links.ofSession(hash))?.generation]).toEqual([undefined, 1])
    expect([await links.end('l', at(3)), await links.end('none', at(3))]).toEqual([true, false])
    expect([await links.ofSession(hash), await links.extend('l', at(99))]).toEqual([undefined, false])
    // Who read the link before it was ended does not open it again.
    expect(await links.renew({ ...link, generation: 1 }, 'late')).toBe(false)
    await sweep(at(80 * 86_400))
    expect((await links.all()).map(({ id }) => id)).toEqual(['l', 'k'])
    await sweep(at(91 * 86_400))
    expect((await links.all()).map(({ id }) => id)).toEqual(['k'])
  })

  it('deletes expired records, and nothing else', async () => {
    const { sweep, passcodes, sessions, responses, applications } = await (async () => {
      const storage = await open()
      return { ...storage, sweep: storage.sweep }
    })()
    await passcodes.put(code('a'), anyNumber)
    await begin(sessions, 'h', 'b')
    await responses.put('k', 'one', at(10))
    await sweep(at(9))
    expect(await responses.get('k', at(9))).toBe('one')
    expect(await attempt(passcodes, 'x', 9)).toBe('wrong')
    await sweep(at(2 * 86_400))
    expect(await attempt(passcodes, 'x', 9)).toBe('none')
    expect(await responses.get('k', at(9))).toBeUndefined()
    expect(await sessions.byCredential('h')).toMatchObject({ browser: 'b' })
    await sweep(at(9 * 86_400))
    expect(await sessions.byCredential('h')).toBeUndefined()
    expect((await applications.stats()).total).toBe(0)
  })
}
