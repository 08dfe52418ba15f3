import type { Db } from '../engine.ts'

/** The reviewer's star: 1 for a starred application. */
export const starred = ({ schema }: Db): Promise<void> =>
  schema
    .alterTable('applications')
    .addColumn('starred', 'integer', (c) => c.notNull().defaultTo(0))
    .execute()
