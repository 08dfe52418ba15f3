import { expect, it } from 'vitest'
import type { Passcode, Passcodes, Requester, TryRules } from '../../src/server/storage/auth-port.ts'
import { admin, at } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const rules: TryRules = { triesPerCode: 5, caps: [] }
const code = (id: string, s = 0, browser = 'mine', client?: string): Passcode => ({
  ...{ id, email: admin, codeHash: `hash of ${id}`, createdAt: at(s), expiresAt: at(s + 600) },
  ...{ browser, client },
})
const mine: Requester = { browser: 'mine', client: 'home', trusted: false }
const program: Requester = { browser: undefined, client: 'home', trusted: false }

/** Tries the code with a hash, as signing in does; what became of it. */
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
  it('takes the right code once', async () => {
    const { passcodes } = await open()
    expect(await attempt(passcodes, 'hash of a', 1)).toBe('none')
    await passcodes.put(code('a'))
    expect(await attempt(passcodes, 'hash of a', 1, { email: 'other@kolam.example' })).toBe('none')
    expect(await attempt(passcodes, 'hash of b', 1)).toBe('wrong')
    expect(await attempt(passcodes, 'hash of a', 599.999)).toBe('right')
    expect(await attempt(passcodes, 'hash of a', 599.999)).toBe('none')
  })

  it('takes the right code once when it is tried at the same moment', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'))
    const words = await Promise.all(Array.from({ length: 10 }, () => attempt(passcodes, 'hash of a', 1)))
    expect(words.filter((word) => word === 'right')).toHaveLength(1)
    expect(words.filter((word) => word === 'wrong')).toHaveLength(0)
  })

  it("ends the browser's earlier code, and every code after its time", async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'))
    await passcodes.put(code('b', 10))
    expect(await attempt(passcodes, 'hash of a', 11)).toBe('wrong')
    expect(await attempt(passcodes, 'hash of b', 610)).toBe('expired')
    expect(await attempt(passcodes, 'hash of b', 609)).toBe('right')
  })

  it('takes the right code after four wrong tries, and not after five, however they come', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'))
    for (let n = 0; n < 4; n++) expect(await attempt(passcodes, 'x', 1)).toBe('wrong')
    expect(await attempt(passcodes, 'hash of a', 1)).toBe('right')
    await passcodes.put(code('b', 5))
    const words = await Promise.all(Array.from({ length: 20 }, () => attempt(passcodes, 'x', 6)))
    expect(words.filter((word) => word === 'wrong')).toHaveLength(5)
    expect(await attempt(passcodes, 'hash of b', 6)).toBe('used_up')
    await passcodes.put(code('c', 7))
    expect(await attempt(passcodes, 'hash of c', 8)).toBe('right')
  })

  it('lets a code be tried by its own browser only, and keeps codes of several side by side', async () => {
    const { passcodes } = await open()
    const other: Requester = { ...mine, browser: 'other' }
    await passcodes.put(code('a'))
    await passcodes.put(code('b', 1, 'other'))
    for (let n = 0; n < 5; n++) expect(await attempt(passcodes, 'hash of a', 2, { requester: other })).toBe('wrong')
    expect(await attempt(passcodes, 'hash of b', 2, { requester: other })).toBe('used_up')
    expect(await attempt(passcodes, 'hash of a', 2, { requester: program })).toBe('none')
    expect(await attempt(passcodes, 'hash of a', 2)).toBe('right')
  })

  it('lets a program without cookies try its code from its address, which its browser can use as well', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a', 0, 'x', 'home'))
    expect(await attempt(passcodes, 'hash of a', 1, { requester: { ...program, client: 'away' } })).toBe('none')
    expect(await attempt(passcodes, 'hash of a', 1, { requester: program })).toBe('right')
    // who asks again from there takes that way in, and five wrong tries use it up, but neither takes the browser's
    await passcodes.put(code('b', 2, 'mine', 'home'))
    await passcodes.put(code('c', 3, 'y', 'home'))
    expect(await attempt(passcodes, 'hash of b', 4, { requester: program })).toBe('wrong')
    for (let n = 0; n < 4; n++) expect(await attempt(passcodes, 'x', 4, { requester: program })).toBe('wrong')
    expect(await attempt(passcodes, 'hash of c', 4, { requester: program })).toBe('used_up')
    expect(await attempt(passcodes, 'hash of c', 4, { requester: { ...mine, browser: 'y' } })).toBe('right')
    expect(await attempt(passcodes, 'hash of b', 4)).toBe('right')
  })

  it('stops strangers at the cap of any period, and a browser that signed in before only at its own', async () => {
    const { passcodes } = await open()
    const tried = (hash: string, now: number, trusted = false) =>
      attempt(passcodes, hash, now, {
        requester: { ...mine, trusted },
        caps: [
          { since: at(now - 100), most: 3 },
          { since: at(now - 1000), most: 4 },
        ],
      })
    await passcodes.put({ ...code('a'), expiresAt: at(9000) })
    expect([await tried('x', 1), await tried('x', 2), await tried('x', 3)]).toEqual(['wrong', 'wrong', 'wrong'])
    expect(await tried('hash of a', 4)).toBe('capped')
    expect(await tried('x', 5, true)).toBe('wrong')
    expect(await tried('hash of a', 100.999)).toBe('capped')
    // The oldest has left the short period; one more is all that the long one allows.
    expect(await tried('x', 101)).toBe('wrong')
    await passcodes.put({ ...code('b', 102), expiresAt: at(9000) })
    expect(await tried('hash of b', 300)).toBe('capped')
    expect([await tried('x', 300, true), await tried('x', 300, true), await tried('x', 300, true)]).toEqual(
      Array(3).fill('wrong'),
    )
    expect(await tried('hash of b', 300, true)).toBe('capped')
    await passcodes.put({ ...code('c', 301), expiresAt: at(9000) })
    expect(await tried('hash of c', 1001)).toBe('right')
  })

  it('keeps sessions until they end', async () => {
    const { sessions } = await open()
    const session = { credentialHash: 'h', userId: 'admin-1', email: admin, createdAt: at(0), expiresAt: at(86_400) }
    await sessions.put(session)
    expect(await sessions.byCredential('h')).toEqual(session)
    expect(await sessions.byCredential('\0')).toBeUndefined()
    await sessions.end('other')
    await sessions.end('h')
    expect(await sessions.byCredential('h')).toBeUndefined()
  })

  it('remembers a browser until its time', async () => {
    const { sessions } = await open()
    await sessions.trust('d', admin, at(10))
    const isTrusted = (device: string, s: number, email = admin) => sessions.isTrusted(device, email, at(s))
    expect([await isTrusted('d', 9), await isTrusted('d', 10), await isTrusted('d', 9, 'next@kolam.example')]).toEqual([
      true,
      false,
      false,
    ])
    await sessions.trust('d', admin, at(20))
    expect([await isTrusted('d', 10), await isTrusted('e', 1)]).toEqual([true, false])
  })

  it('makes the user at the first sign-in, one for all that come at once', async () => {
    const { sessions } = await open()
    const users = await Promise.all([1, 2, 3, 4].map((n) => sessions.user(admin, at(n))))
    expect(new Set(users.map(({ id }) => id)).size).toBe(1)
    const user = await sessions.user(admin, at(99))
    expect(user).toEqual(users[0])
    expect(user).toEqual({ id: `admin-${user.createdAt.getTime()}`, email: admin, createdAt: expect.any(Date) })
  })

  it('gives the same reply until its time', async () => {
    const { replies } = await open()
    expect(await replies.get('k', at(0))).toBeUndefined()
    await replies.put('k', 'one', at(10))
    expect([await replies.get('k', at(9)), await replies.get('k', at(10)), await replies.get('l', at(9))]).toEqual([
      'one',
      undefined,
      undefined,
    ])
    await replies.put('k', 'two\0', at(20))
    expect(await replies.get('k', at(10))).toBe('two\0')
  })

  it('lets one of several claim a reply, until its time', async () => {
    const { replies } = await open()
    const claims = await Promise.all(Array.from({ length: 8 }, () => replies.claim('k', 'at work', at(0), at(10))))
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect([await replies.claim('k', 'late', at(9), at(20)), await replies.claim('k', 'late', at(10), at(20))]).toEqual([
      false,
      true,
    ])
    expect(await replies.get('k', at(19))).toBe('late')
    await replies.remove('k')
    expect(await replies.get('k', at(19))).toBeUndefined()
  })

  it('counts calls in windows, each key for itself', async () => {
    const { limits } = await open()
    const hit = (key: string, s: number) => limits.hit(key, 3, 60_000, at(s))
    const yes = { allowed: true, retryAfterMs: 0 }
    expect([await hit('a', 0), await hit('a', 1), await hit('a', 2)]).toEqual([yes, yes, yes])
    expect(await hit('a', 10)).toEqual({ allowed: false, retryAfterMs: 50_000 })
    expect(await hit('b\0', 10)).toEqual(yes)
    expect(await hit('a', 59.999)).toEqual({ allowed: false, retryAfterMs: 1 })
    expect(await hit('a', 60)).toEqual(yes)
    const many = await Promise.all(Array.from({ length: 30 }, () => hit('c', 0)))
    expect(many.filter(({ allowed }) => allowed)).toHaveLength(3)
  })

  it('counts calls that are the same once, and what was refused again', async () => {
    const { limits } = await open()
    const hit = (same: string, s = 0, key = 'a') => limits.hit(key, 2, 60_000, at(s), same)
    const allowed = async (...hits: ReturnType<typeof hit>[]) => (await Promise.all(hits)).filter((one) => one.allowed).length
    expect(await allowed(...Array.from({ length: 60 }, () => hit('one')))).toBe(60)
    expect(await allowed(hit('two'), hit('two'))).toBe(2)
    expect(await hit('three', 10)).toEqual({ allowed: false, retryAfterMs: 50_000 })
    expect(await allowed(hit('three'), hit('three'), hit('three'))).toBe(0)
    expect(await allowed(hit('one'), hit('two'), hit('three', 0, 'b'))).toBe(3)
    // After 200 repeats it counts again; the rest of the window is used up.
    expect(await allowed(...Array.from({ length: 150 }, () => hit('one')))).toBe(140)
    expect(await allowed(hit('three', 60))).toBe(1)
  })

  it('forgets what has expired, and nothing else', async () => {
    const { sweep, passcodes, sessions, replies, applications } = await (async () => {
      const storage = await open()
      return { ...storage, sweep: storage.sweep }
    })()
    await passcodes.put(code('a'))
    const session = { credentialHash: 'h', userId: 'admin-1', email: admin, createdAt: at(0), expiresAt: at(86_400) }
    await sessions.put(session)
    await replies.put('k', 'one', at(10))
    await sweep(at(9))
    expect(await replies.get('k', at(9))).toBe('one')
    expect(await attempt(passcodes, 'x', 9)).toBe('wrong')
    await sweep(at(2 * 86_400))
    expect(await attempt(passcodes, 'x', 9)).toBe('none')
    expect(await replies.get('k', at(9))).toBeUndefined()
    expect(await sessions.byCredential('h')).toEqual(session)
    await sweep(at(9 * 86_400))
    expect(await sessions.byCredential('h')).toBeUndefined()
    expect((await applications.stats()).total).toBe(0)
  })
}
