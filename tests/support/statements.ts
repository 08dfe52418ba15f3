import { StatementSync } from 'node:sqlite'

const { all, get, run } = StatementSync.prototype

/** The statements that SQLite runs in this process during `work`, with their values: each of them, also those that begin and end a transaction. */
export async function statementsOf(work: () => Promise<unknown>): Promise<readonly string[]> {
  const statements: string[] = []
  const recorded = (method: (...values: never[]) => unknown) =>
    function (this: StatementSync, ...values: unknown[]): unknown {
      const result = Reflect.apply(method, this, values)
      statements.push(this.expandedSQL.trim())
      return result
    }
  Object.assign(StatementSync.prototype, { all: recorded(all), get: recorded(get), run: recorded(run) })
  try {
    await work()
  } finally {
    Object.assign(StatementSync.prototype, { all, get, run })
  }
  return statements
}
