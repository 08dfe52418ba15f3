import { type Selectable, sql } from 'kysely'
import { newId } from '../../../shared/ids.ts'
import type { Engine } from '../../database/engine.ts'
import type { Db, Tables } from '../../database/tables.ts'
import { encodeText } from '../../database/text-encoding.ts'
import type { Passcode, Passcodes, Requester, Try, TryRules } from './port.ts'

/** The two counters of a code's tries: that of its browser, and that of its client. */
type Counter = 'wrong_tries' | 'client_tries'

/**
 * The code that a requester may try: that of its browser, or else one that its client requested without a browser's cookie. A valid code comes before an
 * expired one.
 */
async function codeFor(db: Db, email: string, { browser, client }: Requester, now: Date) {
  const clientKey = encodeText(client)
  const browserKey = browser === undefined ? null : encodeText(browser)
  // Plain SQL, because the query builder would be most of the cost of a guess, and an attack makes thousands.
  const { rows } = await sql<Selectable<Tables['passcodes']>>`select * from passcodes
    where email = ${email} and ended_at is null and (client = ${clientKey} or browser = ${browserKey}) order by created_at desc`.execute(
    db,
  )
  const own = rows.filter((row) => row.browser === browserKey)
  const isValid = (row: (typeof rows)[number]): boolean => row.expires_at > now.getTime()
  const code = own.find(isValid) ?? rows.find(isValid) ?? rows[0]
  if (code === undefined) return undefined
  const counter: Counter = own.includes(code) ? 'wrong_tries' : 'client_tries'
  return { ...code, counter, hasExpired: !isValid(code) }
}

/** The number of codes that strangers requested since `since`. A redeemed code does not count, because the admin requested it. */
async function unredeemed(trx: Db, email: string, since: Date): Promise<number> {
  const { n } = await trx
    .selectFrom('passcodes')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('email', '=', email)
    .where('owner', 'is', null)
    .where('redeemed_at', 'is', null)
    .where('created_at', '>', since.getTime())
    .executeTakeFirstOrThrow()
  return Number(n)
}

/** Whether there were too many wrong tries for an owner in one of the periods. */
async function isCapped(trx: Db, email: string, owner: string | null, caps: TryRules['caps']): Promise<boolean> {
  for (const { since, max } of caps) {
    const { n } = await trx
      .selectFrom('wrong_tries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('email', '=', email)
      .where('at', '>', since.getTime())
      .where('owner', owner === null ? 'is' : '=', owner)
      .executeTakeFirstOrThrow()
    if (n >= max) return true
  }
  return false
}

const put = (engine: Engine, passcode: Passcode, { since, max }: { readonly since: Date; readonly max: number }) =>
  engine.write<'stored' | 'surplus'>(async (trx) => {
    const email = encodeText(passcode.email)
    const owner = passcode.owner === undefined ? null : encodeText(passcode.owner)
    const browser = encodeText(passcode.browser)
    const client = passcode.client === undefined ? null : encodeText(passcode.client)
    await engine.lock(trx, `passcode:${email}`)
    if (owner === null && (await unredeemed(trx, email, since)) >= max) return 'surplus'
    const earlier = trx.updateTable('passcodes').where('email', '=', email).where('ended_at', 'is', null)
    await earlier.set({ ended_at: passcode.createdAt.getTime() }).where('browser', '=', browser).execute()
    if (client !== null) await earlier.set({ client: null }).where('client', '=', client).execute()
    await trx
      .insertInto('passcodes')
      .values({
        id: passcode.id,
        email,
        code_hash: passcode.codeHash,
        created_at: passcode.createdAt.getTime(),
        expires_at: passcode.expiresAt.getTime(),
        browser,
        client,
        wrong_tries: 0,
        client_tries: 0,
        ended_at: null,
        owner,
        redeemed_at: null,
      })
      .execute()
    return 'stored'
  })

/** The code that a requester may try now, or the reason why there is none. */
async function tryable(db: Db, email: string, requester: Requester, now: Date, { triesPerCode, caps }: TryRules) {
  const code = await codeFor(db, email, requester, now)
  if (code === undefined) return { kind: 'none' } as const
  if (code.hasExpired) return { kind: 'expired' } as const
  // Before the caps, which need queries: nearly all guesses of an attack end here.
  if (code[code.counter] >= triesPerCode) return { kind: 'used_up' } as const
  const owner = requester.owner === undefined ? code.owner : encodeText(requester.owner)
  if (await isCapped(db, email, owner, caps)) return { kind: 'capped' } as const
  return { kind: 'tryable', code, owner } as const
}

async function beginTry(engine: Engine, address: string, requester: Requester, now: Date, rules: TryRules): Promise<Try> {
  const email = encodeText(address)
  // Checked first without the lock: nearly all tries of strangers are refused, and so they need no write.
  const seen = await tryable(engine.read, email, requester, now, rules)
  if (seen.kind !== 'tryable') return seen
  return engine.write<Try>(async (trx) => {
    await engine.lock(trx, `passcode:${email}`)
    const judged = await tryable(trx, email, requester, now, rules)
    if (judged.kind !== 'tryable') return judged
    const { code, owner } = judged
    await trx
      .updateTable('passcodes')
      .set({ [code.counter]: code[code.counter] + 1 })
      .where('id', '=', code.id)
      .execute()
    const id = newId(now)
    await trx.insertInto('wrong_tries').values({ id, email, at: now.getTime(), owner }).execute()
    return { kind: 'counted', id, passcode: { id: code.id, codeHash: code.code_hash } }
  })
}

export const passcodes = (engine: Engine): Passcodes => ({
  put: (passcode, strangers) => put(engine, passcode, strangers),
  remove: (id) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('passcodes').where('id', '=', id).execute()
    }),

  beginTry: (email, requester, now, rules) => beginTry(engine, email, requester, now, rules),
  redeem: ({ id, passcode }, now) =>
    engine.write(async (trx) => {
      const ended = await trx
        .updateTable('passcodes')
        .set({ ended_at: now.getTime(), redeemed_at: now.getTime() })
        .where('id', '=', passcode.id)
        .where('ended_at', 'is', null)
        .returning('id')
        .executeTakeFirst()
      await trx.deleteFrom('wrong_tries').where('id', '=', id).execute()
      return ended !== undefined
    }),
})
