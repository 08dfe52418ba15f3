import type { RawBuilder } from 'kysely'
import type { Engine } from './engine.ts'
import type { Db, Tables } from './tables.ts'

/** An address that a feature stores apart from applications. */
export interface StoredAddress {
  readonly email: string
  readonly storedAt: Date
  /** Whether its owner has proven it. */
  readonly isProven: boolean
  /** What is stored, after the address: `gets one letter when the next cohort opens`. */
  readonly text: string
}

/** The addresses that a feature stores, for what the core knows of a person, and must erase. */
export interface Addresses {
  all(db: Db): Promise<readonly StoredAddress[]>
  find(db: Db, email: string): Promise<StoredAddress | undefined>
  /** Deletes an address with its mail. @returns false when it is not there */
  remove(trx: Db, email: string): Promise<boolean>
}

/** What holds in the present database, and must hold in the one that a restore puts in its place. */
export interface CarriedOver {
  /** Ids by which a database is recognised as an earlier one of the same installation. */
  readonly ids: readonly unknown[]
  apply(engine: Engine, at: Date): Promise<void>
}

/** A company that may not be named on the site. `isEnded`: any more. */
export interface Unnamed {
  readonly name: string
  readonly isEnded: boolean
}

/** Deleted applications that a feature keeps under lock: no page of the desk reads them. */
export interface Locked {
  /** Keeps an application that the purge deletes now, in the same transaction, if the site keeps such applications. */
  add(trx: Db, id: string, now: Date): Promise<void>
  /** What is kept, oldest first, with who has opened it. */
  all(db: Db): Promise<
    readonly {
      readonly id: string
      readonly deletedAt: Date
      readonly opened: readonly { readonly at: string; readonly by: string }[]
    }[]
  >
  /** Notes who opens it. @returns its rows by table, as JSON; undefined when it is not there */
  open(engine: Engine, id: string, by: string, now: Date): Promise<string | undefined>
}

/**
 * What the core does with the rows of a feature. Its `tables.ts` declares the tables, and exports this as `stored`: rows that are deleted with their application, and
 * copied in a move or backup, need nothing here.
 */
export interface Stored {
  /** The condition of each of its search words at a moment, on the rows of `applications`. `cohort`: that of the query, such as `cohort-7`. */
  readonly marks?: Readonly<Record<string, (at: Date, cohort?: string) => RawBuilder<boolean>>>
  /** Whether its words have a cohort of their own: `cohort:` is about that, and not about the one that the applicant chose. */
  readonly marksOfCohort?: true
  /** The condition of each of its search filters for a value that it accepts, on the rows of `applications`. */
  readonly filters?: Readonly<Record<string, (value: string) => RawBuilder<boolean>>>
  readonly addresses?: Addresses
  /** The companies that may not be named on the site: a publish that would name one is refused. */
  unnamed?(db: Db): Promise<readonly Unnamed[]>
  /** Its tables that are in no backup and not copied in a move: what only the holders of a link may read. */
  readonly leftBehind?: readonly string[]
  readonly locked?: Locked
  /** Its tables whose rows are copied one at a time, each with its key: together they may not fit into memory. */
  readonly large?: readonly (readonly [keyof Tables, string])[]
  /** Deletes what has expired, in the transaction of the core's sweep. */
  sweep?(trx: Db, now: Date): Promise<void>
  /** Reads what a restore must not bring back. @throws any error for a database of a version without the feature */
  carriedOver?(db: Db): Promise<CarriedOver>
}

/** What every feature stores, with its name. */
export const storedByFeatures: readonly (Stored & { readonly feature: string })[] = Object.entries(
  import.meta.glob<Stored>('../../features/*/tables.ts', { eager: true, import: 'stored' }),
).map(([file, stored]) => ({ ...stored, feature: file.split('/').at(-2) ?? '' }))

/** The condition of a feature's search filter with its value, such as `committee:>4`. */
function filterCondition(word: string): RawBuilder<boolean> | undefined {
  const name = word.slice(0, word.indexOf(':'))
  const filter = storedByFeatures.find(({ filters = {} }) => Object.hasOwn(filters, name))?.filters?.[name]
  return filter?.(word.slice(name.length + 1))
}

/** The conditions of features' search words and filters at a moment, and whether the cohort of the query belongs to one of these words (`taken`). */
export function markConditions(
  words: readonly string[],
  at: Date,
  cohort: string | undefined,
): { readonly conditions: readonly RawBuilder<boolean>[]; readonly taken: boolean } {
  const owners = words.map((word) => storedByFeatures.find(({ marks = {} }) => Object.hasOwn(marks, word)))
  const conditions = words.flatMap((word, n) => owners[n]?.marks?.[word]?.(at, cohort) ?? filterCondition(word) ?? [])
  return { conditions, taken: owners.some((owner) => owner?.marksOfCohort) }
}

/** What a restore of this installation carries over from a database. Features that the database does not have yet carry nothing over. */
export async function carriedOverFrom(db: Db): Promise<readonly CarriedOver[]> {
  const all = await Promise.all(storedByFeatures.map((stored) => stored.carriedOver?.(db).catch(() => undefined)))
  return all.flatMap((carried) => carried ?? [])
}

/** The companies that may not be named on the site. */
export const unnamedByFeatures = async (db: Db): Promise<readonly Unnamed[]> =>
  (await Promise.all(storedByFeatures.map((stored) => stored.unnamed?.(db) ?? []))).flat()

/** The tables of features that are in no backup and not copied in a move. */
export const leftBehind = (): readonly string[] => storedByFeatures.flatMap((stored) => stored.leftBehind ?? [])
