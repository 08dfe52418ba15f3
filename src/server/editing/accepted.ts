import { builtFiles, type Files, mergeFiles } from '../../content/files.ts'
import type { Unaccepted } from '../pages/site.ts'
import { faultSentence, shownFaults } from './faults.ts'

/** A text without the signs of markup; of a link, its words. */
const withoutMarkup = (text: string): string => text.replaceAll('**', '').replace(/\[([^[\]]+)\]\([^()\s]+\)/g, '$1')

/**
 * What an earlier version published and this one refuses. It must not take the rest of the site with it: such a text is shown without its markup, and as the
 * build has it where that is not enough.
 */
export function unaccepted(edited: Files): Unaccepted {
  const shown: Record<string, string> = {}
  const refused: { path: string; sentence: string }[] = []
  for (;;) {
    const files: Files = { ...edited, ...shown }
    const faults = shownFaults(mergeFiles(builtFiles, files)).filter(({ path }) => isOwn(path, files))
    if (faults.length === 0)
      return { shown, refused: refused.map((each) => ({ ...each, isPlain: shown[each.path] !== (builtFiles[each.path] ?? '') })) }
    for (const fault of faults)
      if (shown[fault.path] === undefined) refused.push({ path: fault.path, sentence: faultSentence(fault) })
    for (const path of new Set(faults.map((fault) => fault.path))) {
      const plain = withoutMarkup(files[path] ?? '')
      shown[path] = plain === files[path] ? (builtFiles[path] ?? '') : plain
    }
  }
}

/** Whether a text is one of the desk, and not that of the build. */
const isOwn = (path: string, files: Files): boolean => files[path] !== undefined && files[path] !== (builtFiles[path] ?? '')
