import { settings } from '../../config.ts'
import { type Finding, warning } from './finding.ts'

const names = Object.keys(settings)

/** How many letters have to be put in, taken out or changed to make one name of another. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}

/** The setting that a name is most likely meant to be. Short names are left alone: too many are like them. */
const meant = (name: string): string | undefined =>
  names.find((candidate) => candidate.length > 6 && distance(name.toUpperCase(), candidate) <= 2)

/**
 * A line for each name that no setting has, and that was probably meant to be one.
 * @param environment the names set in the environment, where many are others' business
 * @param file the names set in `.env`, which are all meant for us
 */
export const checkNames = (environment: readonly string[], file: readonly string[]): readonly Finding[] =>
  [...new Set([...file, ...environment.filter((name) => meant(name) !== undefined)])]
    .filter((name) => !names.includes(name))
    .map((name) => {
      const setting = meant(name)
      return warning('Settings', `${name} is none${setting === undefined ? '' : `; ${setting} is`}. Its value is not used.`)
    })
