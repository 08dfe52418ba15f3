import { expect, it } from 'vitest'
import type { Passcodes } from '../../src/server/storage/port.ts'
import { admin, at } from '../support/submissions.ts'
import type { Open } from './databases.ts'

const rules = { triesPerCode: 5, caps: [], trusted: false } satisfies Parameters<Passcodes['attempt']>[3]
const code = (id: string, s = 0) => ({ id, email: admin, codeHash: `hash of ${id}`, createdAt: at(s), expiresAt: at(s + 600) })

export function signingIn(open: Open): void {
  it('takes the right code once', async () => {
    const { passcodes } = await open()
    expect(await passcodes.attempt(admin, 'hash of a', at(1), rules)).toBe('none')
    await passcodes.put(code('a'))
    expect(await passcodes.attempt('other@kolam.example', 'hash of a', at(1), rules)).toBe('none')
    expect(await passcodes.attempt(admin, 'hash of b', at(1), rules)).toBe('wrong')
    expect(await passcodes.attempt(admin, 'hash of a', at(599.999), rules)).toBe('right')
    expect(await passcodes.attempt(admin, 'hash of a', at(599.999), rules)).toBe('none')
  })

  it('takes the right code once when it is tried at the same moment', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'))
    const said = await Promise.all(Array.from({ length: 10 }, () => passcodes.attempt(admin, 'hash of a', at(1), rules)))
    expect(said.filter((word) => word === 'right')).toHaveLength(1)
    expect(said.filter((word) => word === 'none')).toHaveLength(9)
  })

  it('ends the earlier code, and every code after its time', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'))
    await passcodes.put(code('b', 10))
    expect(await passcodes.attempt(admin, 'hash of a', at(11), rules)).toBe('wrong')
    expect(await passcodes.attempt(admin, 'hash of b', at(610), rules)).toBe('expired')
    expect(await passcodes.attempt(admin, 'hash of b', at(609), rules)).toBe('right')
  })

  it('takes the right code after four wrong tries, and not after five, however they come', async () => {
    const { passcodes } = await open()
    await passcodes.put(code('a'))
    for (let n = 0; n < 4; n++) expect(await passcodes.attempt(admin, 'x', at(1), rules)).toBe('wrong')
    expect(await passcodes.attempt(admin, 'hash of a', at(1), rules)).toBe('right')
    await passcodes.put(code('b', 5))
    const said = await Promise.all(Array.from({ length: 20 }, () => passcodes.attempt(admin, 'x', at(6), rules)))
    expect(said.filter((word) => word === 'wrong')).toHaveLength(5)
    expect(await passcodes.attempt(admin, 'hash of b', at(6), rules)).toBe('none')
    await passcodes.put(code('c', 7))
    expect(await passcodes.attempt(admin, 'hash of c', at(8), rules)).toBe('right')
  })

  it('stops strangers at the cap of any period, and never a browser that signed in before', async () => {
    const { passcodes } = await open()
    const caps = (now: number) => [
      { since: at(now - 100), most: 3 },
      { since: at(now - 1000), most: 4 },
    ]
    const attempt = (hash: string, now: number, trusted = false) =>
      passcodes.attempt(admin, hash, at(now), { triesPerCode: 5, caps: caps(now), trusted })
    await passcodes.put({ ...code('a'), expiresAt: at(9000) })
    expect([await attempt('x', 1), await attempt('x', 2), await attempt('x', 3)]).toEqual(['wrong', 'wrong', 'wrong'])
    expect(await attempt('hash of a', 4)).toBe('capped')
    expect(await attempt('x', 5, true)).toBe('wrong')
    expect(await attempt('hash of a', 100.999)).toBe('capped')
    // The oldest has left the short period; one more is all that the long one allows.
    expect(await attempt('x', 101)).toBe('wrong')
    await passcodes.put({ ...code('b', 102), expiresAt: at(9000) })
    expect(await attempt('hash of b', 300)).toBe('capped')
    expect(await attempt('hash of b', 300, true)).toBe('right')
    await passcodes.put({ ...code('c', 301), expiresAt: at(9000) })
    expect(await attempt('hash of c', 1001)).toBe('right')
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
    await sessions.trust('d', at(10))
    expect([await sessions.isTrusted('d', at(9)), await sessions.isTrusted('d', at(10))]).toEqual([true, false])
    await sessions.trust('d', at(20))
    expect([await sessions.isTrusted('d', at(10)), await sessions.isTrusted('e', at(1))]).toEqual([true, false])
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
    expect(await passcodes.attempt(admin, 'x', at(9), rules)).toBe('wrong')
    await sweep(at(2 * 86_400))
    expect(await passcodes.attempt(admin, 'x', at(9), rules)).toBe('none')
    expect(await replies.get('k', at(9))).toBeUndefined()
    expect(await sessions.byCredential('h')).toEqual(session)
    await sweep(at(9 * 86_400))
    expect(await sessions.byCredential('h')).toBeUndefined()
    expect((await applications.stats()).total).toBe(0)
  })
}
