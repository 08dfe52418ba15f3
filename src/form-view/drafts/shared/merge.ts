/** An answer as the form's inputs have it; files are not shared. */
export type Value = string | readonly string[]

/** What somebody wrote to a question. */
export interface Version {
  /** The page that wrote it, and its number there; together they are unique. */
  readonly by: string
  readonly n: number
  /** By the device's clock, in milliseconds since 1970. It orders nothing that matters. */
  readonly at: number
  readonly value: Value
}

/** The answers that several devices write to. A question has several versions where devices wrote without knowing of each other. */
export interface SharedAnswers {
  /** By page: the highest number that is known, whether its version is still here or was replaced. */
  readonly seen: Readonly<Record<string, number>>
  readonly answers: Readonly<Record<string, readonly Version[]>>
}

export const noAnswers: SharedAnswers = { seen: {}, answers: {} }

export const isBlankValue = (value: Value): boolean => (typeof value === 'string' ? value.trim() === '' : value.length === 0)

export const isEqual = (a: Value, b: Value): boolean => JSON.stringify(a) === JSON.stringify(b)

export const isSame = (a: Pick<Version, 'by' | 'n'>, b: Pick<Version, 'by' | 'n'>): boolean => a.by === b.by && a.n === b.n

/** The latest first; every device has the same order. */
const latestFirst = (a: Version, b: Version): number => b.at - a.at || b.n - a.n || (a.by < b.by ? 1 : -1)

/** Removes repeated answers, and blank ones next to others. */
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
 * Joins what two devices have. A version stays if both have it, or if one has it and the other has never seen it: what the other has seen and no
 * longer has, it has replaced.
 */
export function merge(a: SharedAnswers, b: SharedAnswers): SharedAnswers {
  const stays = (versions: readonly Version[] = [], theirVersions: readonly Version[] = [], { seen }: SharedAnswers) =>
    versions.filter((version) => theirVersions.some((each) => isSame(version, each)) || (seen[version.by] ?? 0) < version.n)
  const answers: Record<string, readonly Version[]> = {}
  for (const name of new Set([...Object.keys(a.answers), ...Object.keys(b.answers)])) {
    const [ours, theirs] = [a.answers[name], b.answers[name]]
    const fromA = stays(ours, theirs, b)
    answers[name] = tidy([...fromA, ...without(stays(theirs, ours, a), fromA)])
  }
  const seen: Record<string, number> = { ...a.seen }
  for (const [by, n] of Object.entries(b.seen)) seen[by] = Math.max(n, seen[by] ?? 0)
  return { seen: sorted(seen), answers: sorted(answers) }
}

/** Writes an answer in the place of the versions that its writer replaces. Others stay. */
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

/** Removes a version that its reader does not want. */
export const drop = (shared: SharedAnswers, name: string, version: Version): SharedAnswers => ({
  ...shared,
  answers: { ...shared.answers, [name]: without(shared.answers[name] ?? [], [version]) },
})
