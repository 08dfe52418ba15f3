import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely'
import type { Engine } from '../../database/engine.ts'
import type { Tables } from '../../database/tables.ts'
import { decodeText, encodeText } from '../../database/text-encoding.ts'
import type { Session, Sessions } from './port.ts'

const dateOf = (ms: number | null): Date | undefined => (ms === null ? undefined : new Date(ms))

/** A condition for the rows of an address, in any case. */
const isOf =
  <Table extends 'sessions' | 'devices'>(email: string) =>
  (eb: ExpressionBuilder<Tables, Table>): ExpressionWrapper<Tables, Table, SqlBool> =>
    eb(eb.fn<string>('lower', ['email' as never]), '=', encodeText(email.toLowerCase()) as never)

const toSession = (row: Tables['sessions']): Session => ({
  credentialHash: row.credential_hash,
  userId: row.user_id,
  email: decodeText(row.email),
  createdAt: new Date(row.created_at),
  expiresAt: new Date(row.expires_at),
  browser: row.browser ?? undefined,
})

/** The users of the desk: the current admin and former ones. */
const users = ({ read, write }: Engine): Pick<Sessions, 'user'> => {
  const userOf = async (email: string) => {
    const user = await read.selectFrom('users').selectAll().where('email', '=', encodeText(email)).executeTakeFirst()
    return user && { id: user.id, email: decodeText(user.email), createdAt: new Date(user.created_at) }
  }
  return {
    user: async (email, now) => {
      const existing = await userOf(email)
      if (existing !== undefined) return existing
      await write(async (trx) => {
        await trx
          .insertInto('users')
          .values({ email: encodeText(email), id: `admin-${now.getTime()}`, created_at: now.getTime() })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .execute()
      })
      return (await userOf(email)) ?? { id: `admin-${now.getTime()}`, email, createdAt: now }
    },
  }
}

const browsers = ({ read, write }: Engine): Pick<Sessions, 'browsers' | 'isTrusted' | 'forget'> => ({
  browsers: async (email, now) => {
    const rows = await read
      .selectFrom('devices')
      .selectAll()
      .where(isOf<'devices'>(email))
      .where('until', '>', now.getTime())
      .orderBy('until', 'desc')
      .execute()
    return rows.map((row) => ({
      hash: row.device_hash,
      name: decodeText(row.name),
      createdAt: dateOf(row.created_at),
      signedInAt: dateOf(row.signed_in_at),
    }))
  },
  isTrusted: async (browser, email, now) => {
    const row = await read
      .selectFrom('devices')
      .select('until')
      .where('device_hash', '=', encodeText(browser))
      .where(isOf<'devices'>(email))
      .where('until', '>', now.getTime())
      .executeTakeFirst()
    return row !== undefined
  },
  forget: (browser) =>
    write(async (trx) => {
      await trx.deleteFrom('devices').where('device_hash', '=', encodeText(browser)).execute()
      await trx.deleteFrom('sessions').where('browser', '=', encodeText(browser)).execute()
    }),
})

const begin = (engine: Engine, { session, name, trustedUntil, replaces }: Parameters<Sessions['begin']>[0]): Promise<void> =>
  engine.write(async (trx) => {
    const browser = encodeText(session.browser)
    const email = encodeText(session.email)
    const at = session.createdAt.getTime()
    const earlier = replaces === undefined ? undefined : encodeText(replaces)
    const before =
      earlier === undefined
        ? undefined
        : await trx.deleteFrom('devices').where('device_hash', '=', earlier).returning('created_at').executeTakeFirst()
    if (earlier !== undefined) await trx.deleteFrom('sessions').where('browser', '=', earlier).execute()
    await trx
      .insertInto('devices')
      .values({
        device_hash: browser,
        until: trustedUntil.getTime(),
        email,
        name: encodeText(name),
        created_at: before?.created_at ?? at,
        signed_in_at: at,
      })
      .execute()
    await trx
      .insertInto('sessions')
      .values({
        credential_hash: session.credentialHash,
        user_id: session.userId,
        email,
        created_at: at,
        expires_at: session.expiresAt.getTime(),
        browser,
      })
      .execute()
  })

export const sessions = (engine: Engine): Sessions => ({
  ...users(engine),
  ...browsers(engine),
  begin: (beginning) => begin(engine, beginning),
  byCredential: async (credentialHash) => {
    const row = await engine.read
      .selectFrom('sessions')
      .selectAll()
      .where('credential_hash', '=', encodeText(credentialHash))
      .executeTakeFirst()
    return row && toSession(row)
  },
  end: (credentialHash) =>
    engine.write(async (trx) => {
      await trx.deleteFrom('sessions').where('credential_hash', '=', encodeText(credentialHash)).execute()
    }),
  list: async (email, now) => {
    const rows = await engine.read
      .selectFrom('sessions')
      .selectAll()
      .where(isOf<'sessions'>(email))
      .where('expires_at', '>', now.getTime())
      .orderBy('created_at', 'desc')
      .execute()
    return rows.map(toSession)
  },
  endAll: () =>
    engine.write(async (trx) => {
      await trx.deleteFrom('sessions').execute()
      await trx.deleteFrom('devices').execute()
    }),
  endOthers: (address) =>
    engine.write(async (trx) => {
      await trx
        .deleteFrom('sessions')
        .where((eb) => eb.not(isOf<'sessions'>(address)(eb)))
        .execute()
      await trx
        .deleteFrom('devices')
        .where((eb) => eb.not(isOf<'devices'>(address)(eb)))
        .execute()
    }),
})
