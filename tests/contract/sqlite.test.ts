import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { edits } from '../../src/server/records/edits/edits.ts'
import { at } from '../support/submissions.ts'
import { contract } from './contract.ts'
import { onSqlite } from './databases.ts'

contract(onSqlite)

it('the editor reads as much after a hundred publishes as after three', async () => {
  const running = await onSqlite.start()
  const database = await running.migrated()
  const engine = await database.engine()
  let [statements, rows] = [0, 0]
  const read = engine.read.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => {
      statements += 1
      rows += result.rows.length
      return result
    },
  })
  const { drafts, filesBefore, published, publish, publishes, revision, waiting } = edits({ ...engine, read })
  const publishUntil = async (last: number) => {
    for (let over = await revision(); over < last; over += 1) {
      const files = { 'content/faq.yaml': `faq ${over}`, [`content/pages/${over % 2}.yaml`]: 'page' }
      await publish({ id: `p${over}`, by: '', note: '', dueAt: null, files, drafts: {}, over }, at(over))
    }
  }
  const counted = async () => {
    ;[statements, rows] = [0, 0]
    await Promise.all([revision(), published(), drafts(), waiting(), filesBefore(`p${(await revision()) - 1}`)])
    return { statements, rows }
  }
  try {
    await publishUntil(3)
    const few = await counted()
    await publishUntil(100)
    expect([few, (await published()).files['content/faq.yaml']]).toEqual([await counted(), 'faq 99'])
    await publishUntil(210)
    expect((await publishes()).length).toBe(200)
    // No step walks through a table that grows with each publish.
    const { rows: plan } = await sql<{
      detail: string
    }>`explain query plan select path, text from published_files where live = 1`.execute(engine.read)
    expect(plan.map(({ detail }) => detail)).toEqual([expect.stringContaining('USING INDEX published_files_live')])
  } finally {
    await engine.close()
    await database.remove()
    await running.stop()
  }
})
