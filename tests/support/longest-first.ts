import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The folders by the duration of their longest files, from a minute to seconds; the others take one second or less. */
const longest = [
  'tests/contract',
  'tests/browser',
  'tests/faults',
  'tests/nodes',
  'tests/http',
  'tests',
  'tests/sheets',
  'tests/mail',
]

/**
 * Sorts the files of a run: first the folders with the longest files, for all projects together, so that no long file runs alone at the end. Within a
 * folder Vitest's order stays: by the durations of the last run, or by size.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number => {
      const found = longest.indexOf(path.relative(this.ctx.config.root, path.dirname(moduleId)).replaceAll(path.sep, '/'))
      return found === -1 ? longest.length : found
    }
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b))
  }
}
