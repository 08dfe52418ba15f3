import { expect, it } from 'vitest'
import type { ImportedApplication } from '../../src/server/storage/applications-port.ts'
import { migrate, migrations } from '../../src/server/storage/kysely/migrations/apply.ts'
import type { Storage } from '../../src/server/storage/port.ts'
import { newId } from '../../src/shared/ids.ts'
import { admin, at, deletion, gather, hold, removal, submission } from '../support/submissions.ts'
import { undo } from '../support/undo.ts'
import type { TestDatabase } from './databases.ts'

const idOf = ({ change }: ImportedApplication): string => change.application.id

/** An earlier application, as the import reads it. */
const imported = (): ImportedApplication => {
  const { change, duplicate } = submission({ outbox: [] })
  return { change: { ...change, entry: { ...change.entry, by: 'import' } }, duplicate }
}

async function account({ accounts }: Storage) {
  const pages = await gather(accounts.pages())
  return {
    entries: pages.flatMap(({ acknowledged }) => acknowledged),
    unacknowledged: pages.flatMap(({ unacknowledged }) => unacknowledged),
  }
}

export function acknowledging(testDatabase: () => Promise<TestDatabase>): void {
  it('acknowledges submissions and imports, with what is due for them', async () => {
    const storage = await (await testDatabase()).open()
    const [first, plain, old] = [submission({ key: 'k' }), submission({ submittedAt: at(1), outbox: [] }), imported()]
    for (const sent of [first, first, plain]) await storage.applications.add(sent)
    await storage.applications.import(old)
    const [entry] = await storage.outbox.claim(['mail.letter'], 1, at(0), at(60))
    if (entry !== undefined) await storage.outbox.settle(entry, { kind: 'sent' }, at(5), undefined)
    const entries = new Map((await account(storage)).entries.map((entry) => [entry.id, entry]))
    const common = {
      at: at(0),
      via: 'form',
      ended: null,
      isStored: true,
      letterDue: false,
      rowDue: false,
      isConfirmed: false,
      isRowSent: false,
    }
    expect(entries).toEqual(
      new Map([
        [idOf(first), { ...common, id: idOf(first), letterDue: true, rowDue: true, isConfirmed: true }],
        [idOf(plain), { ...common, id: idOf(plain), at: at(1) }],
        [idOf(old), { ...common, id: idOf(old), via: 'import' }],
      ]),
    )
    expect(await storage.accounts.messages([idOf(first), idOf(plain)])).toEqual(
      new Map([
        [
          idOf(first),
          expect.toSatisfy(
            (messages: { what: string; state: string }[]) =>
              messages
                .map(({ what, state }) => `${what} ${state}`)
                .sort()
                .join() === 'confirmation sent,row waiting',
          ),
        ],
      ]),
    )
  })

  it('stores why an application was deleted, and that an import restored it', async () => {
    const storage = await (await testDatabase()).open()
    const { applications, accounts, outbox } = storage
    const [sent, spam, old] = [submission(), submission({ outbox: [] }), imported()]
    await applications.add(sent)
    await applications.add({
      ...spam,
      change: { ...spam.change, entry: { ...spam.change.entry, event: { what: 'submitted', quarantined: ['trap'] } } },
    })
    await applications.remove(idOf(sent), deletion(at(1)), at(10), [removal(idOf(sent), at(10))])
    expect(await accounts.hidden()).toEqual(
      new Map([
        [idOf(sent), 'deleted'],
        [idOf(spam), 'quarantine'],
      ]),
    )
    await undo({ applications, outbox }, idOf(sent), admin, at(2), hold(10))
    expect(await accounts.hidden()).toEqual(new Map([[idOf(spam), 'quarantine']]))
    await applications.remove(idOf(sent), deletion(at(3)), at(10))
    await applications.purge(at(31 * 86_400))
    const ends = async () => (await account(storage)).entries.map(({ id, isStored, ended }) => [id, isStored, ended])
    expect((await ends()).sort()).toEqual(
      [
        [idOf(sent), false, 'deleted'],
        [idOf(spam), false, 'quarantine'],
      ].sort(),
    )
    await applications.import({ ...old, change: { ...old.change, application: { ...old.change.application, id: idOf(spam) } } })
    expect(await ends()).toContainEqual([idOf(spam), true, null])
  })

  it('reports applications that were removed or added by hand', async () => {
    const database = await testDatabase()
    const storage = await database.open()
    // More than one page, so that the account crosses the border of a page.
    const all = Array.from({ length: 1_050 }, (_, n) => submission({ submittedAt: at(n), outbox: [] }))
    for (const entry of all) await storage.applications.add(entry)
    const [lost, added] = [idOf(all[500] ?? submission()), idOf(all[1_049] ?? submission())]
    expect(await account(storage)).toMatchObject({ unacknowledged: [], entries: { length: 1_050 } })
    await storage.close()
    const engine = await database.engine()
    await engine.write((trx) => trx.deleteFrom('applications').where('id', '=', lost).execute())
    await engine.write((trx) => trx.deleteFrom('acknowledgements').where('application_id', '=', added).execute())
    await engine.close()
    const reopened = await database.open()
    const { entries, unacknowledged } = await account(reopened)
    expect(entries.filter(({ isStored }) => !isStored)).toMatchObject([{ id: lost, ended: null, at: at(500) }])
    expect(unacknowledged).toEqual([{ id: added, at: at(1_049) }])
    const ids = [lost, added, idOf(all[0] ?? submission()), newId(at(0))]
    expect([await reopened.accounts.explain(ids, at(9)), await reopened.accounts.explain(ids, at(9))]).toEqual([2, 0])
    const after = await account(reopened)
    expect(after.unacknowledged).toEqual([])
    expect(after.entries.filter(({ isStored }) => !isStored)).toMatchObject([{ id: lost, ended: 'explained' }])
  })

  it('counts what an older program stored as acknowledged', async () => {
    const database = await testDatabase()
    const storage = await database.open()
    const [sent, old] = [submission(), imported()]
    await storage.applications.add(sent)
    await storage.applications.import(old)
    await storage.close()
    const engine = await database.engine()
    await engine.write(async (trx) => {
      await trx.schema.dropTable('acknowledgements').execute()
      await trx.deleteFrom('migrations').where('name', '=', '0019-acknowledgements').execute()
    })
    await migrate(engine, at(0), migrations)
    await engine.close()
    expect((await account(await database.open())).entries.sort((a) => (a.via === 'form' ? -1 : 1))).toMatchObject([
      { id: idOf(sent), at: at(0), via: 'form', letterDue: true, rowDue: true, isStored: true },
      { id: idOf(old), at: at(0), via: 'import', letterDue: false, rowDue: false, isStored: true },
    ])
  })
}
