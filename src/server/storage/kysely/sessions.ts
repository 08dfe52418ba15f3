import type { Sessions } from '../auth-port.ts'
import type { Engine } from './engine.ts'
import { decodeText, encodeText } from './text-encoding.ts'

export const sessions = (engine: Engine): Sessions => {
  const { read } = engine
  const userOf = async (email: string) => {
    const user = await read.selectFrom('users').selectAll().where('email', '=', encodeText(email)).executeTakeFirst()
    return user && { id: user.id, email: decodeText(user.email), createdAt: new Date(user.created_at) }
  }
  return {
    put: (session) =>
      engine.write(async (trx) => {
        await trx
          .insertInto('sessions')
          .values({
            credential_hash: session.credentialHash,
            user_id: session.userId,
            email: encodeText(session.email),
            created_at: session.createdAt.getTime(),
            expires_at: session.expiresAt.getTime(),
          })
          .execute()
      }),
    byCredential: async (credentialHash) => {
      const row = await read
        .selectFrom('sessions')
        .selectAll()
        .where('credential_hash', '=', encodeText(credentialHash))
        .executeTakeFirst()
      return (
        row && {
          credentialHash: row.credential_hash,
          userId: row.user_id,
          email: decodeText(row.email),
          createdAt: new Date(row.created_at),
          expiresAt: new Date(row.expires_at),
        }
      )
    },
    end: (credentialHash) =>
      engine.write(async (trx) => {
        await trx.deleteFrom('sessions').where('credential_hash', '=', encodeText(credentialHash)).execute()
      }),
    trust: (deviceHash, email, until) =>
      engine.write(async (trx) => {
        const row = { email: encodeText(email), until: until.getTime() }
        await trx
          .insertInto('devices')
          .values({ device_hash: encodeText(deviceHash), ...row })
          .onConflict((conflict) => conflict.column('device_hash').doUpdateSet(row))
          .execute()
      }),
    isTrusted: async (deviceHash, email, now) => {
      const row = await read
        .selectFrom('devices')
        .select('until')
        .where('device_hash', '=', encodeText(deviceHash))
        .where('email', '=', encodeText(email))
        .where('until', '>', now.getTime())
        .executeTakeFirst()
      return row !== undefined
    },
    user: async (email, now) => {
      const existing = await userOf(email)
      if (existing !== undefined) return existing
      await engine.write(async (trx) => {
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
