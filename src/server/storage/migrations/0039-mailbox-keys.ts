import { type RawBuilder, sql } from 'kysely'
import type { Db, Engine } from '../engine.ts'
import { kept } from './0007-copies.ts'

/** A condition for texts with a character beyond ASCII. All other keys stay as they are. */
const isUnicode = ({ name }: Pick<Engine, 'name'>, column: string): RawBuilder<boolean> =>
  name === 'sqlite' ? sql`${sql.ref(column)} glob ${'*[^ -~]*'}` : sql`${sql.ref(column)} ~ ${'[^ -~]'}`

/** The domain in the form for machines; itself if it has none. */
function machineDomain(domain: string): string {
  if (/[\s/?#@:\\%[\]]/.test(domain) || !URL.canParse(`http://${domain}`)) return domain
  return new URL(`http://${domain}`).hostname
}

/** The key of an earlier version as a mailbox key. One that had to be encoded is of no address, and stays. */
function newKey(stored: string): string {
  if (kept(stored) !== stored) return stored
  const key = stored.normalize('NFC')
  const at = key.lastIndexOf('@')
  return at < 0 ? key : `${key.slice(0, at)}@${machineDomain(key.slice(at + 1))}`
}

const domainOf = (key: string): string => key.slice(key.lastIndexOf('@') + 1)

/** The forms whose duplicates are found by address and company. */
const byAddress: ReadonlySet<string> = new Set(['Accelerator', 'FundRaise', 'StartupStudio'])

async function duplicateKey(formType: string, key: string, company: string): Promise<string> {
  const text = JSON.stringify([formType, key, kept(company).trim().toLowerCase()])
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return Buffer.from(digest).toString('hex')
}

async function applications(trx: Db, engine: Engine): Promise<void> {
  const rows = await trx
    .selectFrom('applications')
    .select(['id', 'email_key', 'form_type', 'company_name'])
    .where(isUnicode(engine, 'email_key'))
    .execute()
  for (const row of rows) {
    const key = newKey(row.email_key)
    if (key === row.email_key) continue
    const duplicate_key = await duplicateKey(row.form_type, key, row.company_name)
    await trx
      .updateTable('applications')
      .set({ email_key: key, ...(byAddress.has(row.form_type) && { duplicate_key }) })
      .where('id', '=', row.id)
      .execute()
    const keys = trx.selectFrom('person_keys').select('key').where('application_id', '=', row.id)
    for (const [kind, before, after] of [
      ['email', row.email_key, key],
      ['domain', domainOf(row.email_key), domainOf(key)],
    ] as const) {
      // The website of the application may have the new key already.
      const isPresent = (await keys.where('kind', '=', kind).where('key', '=', after).executeTakeFirst()) !== undefined
      const own = { application_id: row.id, kind, key: before }
      if (isPresent)
        await trx
          .deleteFrom('person_keys')
          .where((eb) => eb.and(own))
          .execute()
      else
        await trx
          .updateTable('person_keys')
          .set({ key: after })
          .where((eb) => eb.and(own))
          .execute()
    }
  }
}

async function subscriptions(trx: Db, engine: Engine): Promise<void> {
  const rows = await trx
    .selectFrom('subscriptions')
    .select(['id', 'email_key', 'confirmed_at'])
    .where(isUnicode(engine, 'email_key'))
    .orderBy('id')
    .execute()
  for (const { id, email_key, confirmed_at } of rows) {
    const key = newKey(email_key)
    if (key === email_key) continue
    const other = await trx.selectFrom('subscriptions').selectAll().where('email_key', '=', key).executeTakeFirst()
    // Of two subscriptions of one mailbox, a confirmed one stays.
    if (other !== undefined)
      await trx
        .deleteFrom('subscriptions')
        .where('id', '=', confirmed_at === null ? id : other.id)
        .execute()
    await trx.updateTable('subscriptions').set({ email_key: key }).where('id', '=', id).execute()
  }
}

/** Erasures that wait compare their keys with those of other applications. */
async function erasures(trx: Db): Promise<void> {
  for (const { id, keys } of await trx.selectFrom('erasures').select(['id', 'keys']).execute()) {
    const read = JSON.parse(keys) as readonly { readonly kind: string; readonly key: string }[]
    const rewritten = read.map((each) => (each.kind === 'email' ? { ...each, key: newKey(each.key) } : each))
    await trx
      .updateTable('erasures')
      .set({ keys: JSON.stringify(rewritten) })
      .where('id', '=', id)
      .execute()
  }
}

/** Rewrites the keys of addresses beyond ASCII as mailbox keys, with the domain in the form for machines. Addresses and answers stay as they were sent. */
export async function mailboxKeys(trx: Db, engine: Engine): Promise<void> {
  await applications(trx, engine)
  await subscriptions(trx, engine)
  await erasures(trx)
}
