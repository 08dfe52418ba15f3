import { newId } from '../../../shared/ids.ts'
import type { Passcodes } from '../port.ts'
import type { Db, Engine } from './engine.ts'
import { keep } from './odd-text.ts'

type Attempt = Parameters<Passcodes['attempt']>

async function isCapped(trx: Db, email: string, caps: Attempt[3]['caps']): Promise<boolean> {
  for (const { since, most } of caps) {
    const { n } = await trx
      .selectFrom('wrong_tries')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('email', '=', email)
      .where('at', '>', since.getTime())
      .executeTakeFirstOrThrow()
    if (n >= most) return true
  }
  return false
}

export const passcodes = (engine: Engine): Passcodes => ({
  put: (passcode) =>
    engine.write(async (trx) => {
      const email = keep(passcode.email)
      await engine.lock(trx, `passcode:${email}`)
      await trx
        .updateTable('passcodes')
        .set({ ended_at: passcode.createdAt.getTime() })
        .where('email', '=', email)
        .where('ended_at', 'is', null)
        .execute()
      await trx
        .insertInto('passcodes')
        .values({
          id: passcode.id,
          email,
          code_hash: passcode.codeHash,
          created_at: passcode.createdAt.getTime(),
          expires_at: passcode.expiresAt.getTime(),
          wrong_tries: 0,
          ended_at: null,
        })
        .execute()
    }),

  attempt: (...[address, codeHash, now, { triesPerCode, caps, trusted }]) =>
    engine.write(async (trx) => {
      const email = keep(address)
      await engine.lock(trx, `passcode:${email}`)
      if (!trusted && (await isCapped(trx, email, caps))) return 'capped'
      const code = await trx
        .selectFrom('passcodes')
        .selectAll()
        .where('email', '=', email)
        .where('ended_at', 'is', null)
        .executeTakeFirst()
      if (code === undefined) return 'none'
      if (code.expires_at <= now.getTime()) return 'expired'
      const change = trx.updateTable('passcodes').where('id', '=', code.id)
      if (code.code_hash === codeHash) {
        await change.set({ ended_at: now.getTime() }).execute()
        return 'right'
      }
      const tries = code.wrong_tries + 1
      await change.set({ wrong_tries: tries, ended_at: tries >= triesPerCode ? now.getTime() : null }).execute()
      // A browser that signed in before does not use up what strangers are allowed.
      if (!trusted)
        await trx
          .insertInto('wrong_tries')
          .values({ id: newId(now), email, at: now.getTime() })
          .execute()
      return 'wrong'
    }),
})
