import type { Engine } from '../engine.ts'
import { postgres } from './engine.ts'

/** The name of these connections in `pg_stat_activity`, by which they are not taken for a server's. */
export const toolName = 'kolam restore'

/** The URL of a schema in the same database. */
export function schemaUrl(url: string, schema: string): string {
  const address = new URL(url)
  const options = address.searchParams.get('options')
  address.searchParams.set('options', `${options === null ? '' : `${options} `}-csearch_path=${schema}`)
  return address.href
}

/** Runs `work` on the database of `url`, over a connection that is not taken for a server's. */
export async function onDatabase<T>(url: string, work: (engine: Engine) => Promise<T>): Promise<T> {
  const engine = await postgres(url, 1, toolName)
  try {
    return await work(engine)
  } finally {
    await engine.close()
  }
}
