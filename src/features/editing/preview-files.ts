import { type Files, mergeFiles } from '../../content/files.ts'
import { documentOf } from '../../server/editing/documents.ts'
import { type Desk, draftFiles } from '../../server/editing/editor.ts'
import { faultSentence, faultsIn, faultsOf } from '../../server/editing/faults.ts'
import { filled } from '../../server/editing/filled.ts'
import { readValue, textWith } from '../../server/editing/values.ts'
import { formOfFile } from '../../server/forms/edits.ts'

/** The drafts that no preview of another document takes, because they have faults, or those in which their names stand have. All, where it is not known which. */
function faultyDrafts(desk: Desk): ReadonlySet<string> {
  const drafted = [...desk.drafts].flatMap(([path, { text }]) => (text === null ? [] : [path]))
  const dropped = new Set<string>()
  let live: ReadonlySet<string> | undefined
  for (;;) {
    const faults = faultsOf(withoutDrafts(desk, dropped), desk.pictures)
    if (faults.length === 0) return dropped
    // What is published has them too: the page is as it can be.
    live ??= new Set(faultsOf(desk.live, desk.pictures).map(faultSentence))
    const paths = faults.filter((fault) => live?.has(faultSentence(fault)) === false).map(({ path }) => path)
    if (paths.length === 0) return dropped
    const further = drafted.filter((path) => paths.includes(path) && !dropped.has(path))
    if (further.length === 0) return new Set(drafted)
    for (const path of further) dropped.add(path)
  }
}

/** All files with the drafts, and what is published in place of some. */
const withoutDrafts = (desk: Desk, paths: Iterable<string>): Files =>
  mergeFiles({}, { ...draftFiles(desk), ...Object.fromEntries([...paths].map((path) => [path, desk.live[path] ?? ''])) })

/** The last answer of `faultyDrafts`: frames of the editor, and of several windows, ask for pages of the same drafts. */
let lastFaulty: { readonly key: string; readonly paths: ReadonlySet<string> } | undefined

/** The draft of a document as its page is drawn: what nobody has written yet is its label. */
function drawnText(desk: Desk, path: string, files: Files, today: string): string {
  const text = files[path] ?? ''
  const schema = documentOf(path, text)?.schema
  if ((desk.drafts.get(path)?.text ?? null) === null || schema === undefined || formOfFile(path) !== undefined) return text
  if (faultsIn(files, path, desk.pictures).length === 0) return text
  const read = readValue(path, text, schema)
  return read.ok ? textWith(path, text, filled(read.value, schema, today), schema) : text
}

/** The files for the page of a document with the drafts, and the names of those drafts that are left out, because they have faults. */
export function previewFiles(
  desk: Desk,
  path: string,
  today: string,
): { readonly files: Files; readonly without: readonly string[] } {
  const key = JSON.stringify([desk.revision, [...desk.drafts].map(([each, { revision }]) => [each, revision]), desk.pictures])
  if (lastFaulty?.key !== key) lastFaulty = { key, paths: faultyDrafts(desk) }
  const dropped = [...lastFaulty.paths].filter((other) => other !== path)
  const files = withoutDrafts(desk, dropped)
  return {
    files: mergeFiles(files, { [path]: drawnText(desk, path, files, today) }),
    without: dropped.map((other) => documentOf(other, desk.drafts.get(other)?.text ?? '')?.name ?? other),
  }
}
