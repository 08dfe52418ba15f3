import path from 'node:path'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Folders whose files take tens of seconds, before those whose files take one. */
const longest = ['tests/browser', 'tests/faults', 'tests/nodes', 'tests/http', 'tests/contract', 'tests/sheets', 'tests/mail']

/**
 * The order of the files of a run: first the folders whose files take longest, of all projects together, so that no long file is left alone at the
 * end; within a folder as Vitest has it, by the times of the last run or by size.
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
