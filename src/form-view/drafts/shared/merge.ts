/** An answer in the format of the form's inputs. Files are not shared. */
export type Value = string | readonly string[]

/** One answer to a question, as written on one page. */
export interface Version {
  /** The page that wrote it; `by` and `n` together are unique. */
  readonly by: string
  readonly n: number
  /** By the device's clock, in milliseconds since 1970. It only affects the order in which versions are shown. */
  readonly at: number
  readonly value: Value
}

/** The answers that several devices edit. A question has several versions if devices changed it concurrently. */
export interface SharedAnswers {
  /** By page: the highest known `n`, even if that version was replaced. */
  readonly seen: Readonly<Record<string, number>>
  readonly answers: Readonly<Record<string, readonly Version[]>>
}

export const noAnswers: SharedAnswers = { seen: {}, answers: {} }

export const isBlankValue = (value: Value): boolean => (typeof value === 'string' ? value.trim() === '' : value.length === 0)

export const isEqual = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b)

export const isSame = (a: Pick<Version, 'by' | 'n'>, b: Pick<Version, 'by' | 'n'>): boolean => a.by === b.by && a.n === b.n

/** Sorts the latest first, in the same order on every device. */
const latestFirst = (a: Version, b: Version): number => b.at - a.at || b.n - a.n || (a.by < b.by ? 1 : -1)

/** Removes duplicate answers, and blank ones if there are others. */
function tidy(versions: readonly Version[]): readonly Version[] {
  const sorted = [...versions].sort(latestFirst)
  const written = sorted.filter(({ value }) => !isBlankValue(value))
  return (written.length > 0 ? written : sorted).filter(
    (version, index, all) => all.findIndex(({ value }) => isEqual(value, version.value)) === index,
  )
}

/** With sorted names, so that equal answers have equal JSON. */
const sorted = <T>(record: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(Object.entries(record).sort(([a], [b]) => (a < b ? -1 : 1)))

const without = (versions: readonly Version[], removed: readonly (Version | undefined)[]): readonly Version[] =>
  versions.filter((version) => !removed.some((each) => each !== undefined && isSame(version, each)))

/**
 * Merges the answers of two devices. A version stays if both have it, or if one has it and the other has never seen it. If the other has seen it and no
 * longer has it, the other has replaced it.
 */
export function merge(a: SharedAnswers, b: SharedAnswers): SharedAnswers {
  const remaining = (versions: readonly Version[] = [], theirVersions: readonly Version[] = [], { seen }: SharedAnswers) =>
    versions.filter((version) => theirVersions.some((each) => isSame(version, each)) || (seen[version.by] ?? 0) < version.n)
  const answers: Record<string, readonly Version[]> = {}
  for (const name of new Set([...Object.keys(a.answers), ...Object.keys(b.answers)])) {
    const ours = a.answers[name]
    const theirs = b.answers[name]
    const fromA = remaining(ours, theirs, b)
    answers[name] = tidy([...fromA, ...without(remaining(theirs, ours, a), fromA)])
  }
  const seen: Record<string, number> = { ...a.seen }
  for (const [by, n] of Object.entries(b.seen)) seen[by] = Math.max(n, seen[by] ?? 0)
  return { seen: sorted(seen), answers: sorted(answers) }
}

/** Adds an answer and removes the versions that it replaces. Other versions stay. */
export function write(
  shared: SharedAnswers,
  name: string,
  replaced: readonly (Version | undefined)[],
  { by, at, value }: Omit<Version, 'n'>,
): { readonly shared: SharedAnswers; readonly version: Version } {
  const version = { by, n: (shared.seen[by] ?? 0) + 1, at, value }
  return {
    version,
    shared: {
      seen: sorted({ ...shared.seen, [by]: version.n }),
      answers: sorted({
        ...shared.answers,
        [name]: [version, ...without(shared.answers[name] ?? [], replaced)].sort(latestFirst),
      }),
    },
  }
}

/** Removes a version that the visitor dismissed. */
export const drop = (shared: SharedAnswers, name: string, version: Version): SharedAnswers => ({
  ...shared,
  answers: { ...shared.answers, [name]: without(shared.answers[name] ?? [], [version]) },
})
