import type { FieldFault } from '../../api/site-content.ts'
import { builtFiles, type Files, mergeFiles } from '../../content/files.ts'
import type { Unaccepted } from '../pages/site.ts'
import { faultSentence, faultsOf, shownFaults } from './faults.ts'

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

/** What is wrong with all files after some are published, without what other documents have since an earlier version published them. */
export function faultsAfter(
  { edited, pictures }: { readonly edited: Files; readonly pictures: readonly string[] },
  after: Files,
  paths: readonly string[],
): readonly FieldFault[] {
  const faults = faultsOf(after, pictures)
  if (faults.every(({ path }) => paths.includes(path))) return faults
  const shown = mergeFiles(builtFiles, { ...edited, ...unaccepted(edited).shown })
  const before = new Set(faultsOf(shown, pictures).map(faultSentence))
  const own = Object.fromEntries(paths.map((path) => [path, after[path] ?? '']))
  return faultsOf(mergeFiles(shown, own), pictures).filter(
    (fault) => paths.includes(fault.path) || !before.has(faultSentence(fault)),
  )
}
