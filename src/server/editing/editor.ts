import type {
  ChangedDocument,
  ChangedField,
  ChangesResponse,
  DocumentState,
  EditableDocument,
  FieldFault,
  Waiting,
  WordedField,
} from '../../api/site-content.ts'
import { fillNamed, readNamed } from '../../content/facts.ts'
import { builtFiles, type Files, mergeFiles } from '../../content/files.ts'
import { isPlainPage } from '../../content/load.ts'
import { longTime } from '../../shared/dates.ts'
import { AppError } from '../../shared/errors.ts'
import type { Unnamed } from '../database/stored.ts'
import { differences, editsIn, formOfFile, fullEdits } from '../forms/edits.ts'
import type { Edits } from '../records/edits/edits.ts'
import type { ChangedFiles, WaitingText } from '../records/edits/published.ts'
import { faultsAfter } from './accepted.ts'
import { pageOf } from './document-pages.ts'
import { type Document, documentOf, isPost } from './documents.ts'
import { faultSentence, faultsIn } from './faults.ts'
import { languageGaps, languageLosses, sentencesOf } from './languages.ts'
import { leftovers } from './leftovers.ts'
import { newPage, newPost } from './new-post.ts'
import { unnamedFaults } from './unnamed.ts'
import { changedFields, fieldIn, readValue, textWith } from './values.ts'
import { worded } from './words.ts'

/** What is edited, published and waiting at one moment. */
export interface Desk {
  readonly revision: number
  /** The published texts over those of the build. */
  readonly live: Files
  readonly edited: Files
  /** The names of the stored pictures. */
  readonly pictures: readonly string[]
  readonly drafts: ReadonlyMap<string, { readonly text: string | null; readonly revision: number; readonly savedAt: Date }>
  /** The texts that wait for their minute, earliest first. */
  readonly waiting: readonly WaitingText[]
  /** The companies that may not be named. */
  readonly unnamed: readonly Unnamed[]
}

/** Reads what the editor works on: as much as the site has, however often it was published. A row of another path than a file of content/ is left out. */
export async function readDesk(edits: Edits): Promise<Desk> {
  const [{ revision, files }, drafts, waiting, pictures, unnamed] = await Promise.all([
    edits.published(),
    edits.drafts(),
    edits.waiting(),
    edits.pictures.names(),
    edits.unnamed(),
  ])
  const edited = Object.fromEntries(Object.entries(files).filter(([path]) => isContent(path)))
  return {
    revision,
    edited,
    pictures,
    unnamed,
    live: mergeFiles(builtFiles, edited),
    drafts: new Map(drafts.filter(({ path }) => isContent(path)).map((draft) => [draft.path, draft])),
    waiting: waiting.filter(({ path }) => isContent(path)),
  }
}

const isContent = (path: string): boolean => path.startsWith('content/')

/** The text of a file that follows the build: empty for one that the build does not have. */
export const builtText = (path: string): string => builtFiles[path] ?? ''

const textThatWaits = ({ path, text }: WaitingText): string => text ?? builtText(path)

/** A text of a document as it is edited: its draft, or what is published, or what waits where nothing is. Empty: it is to be removed, or does not exist. */
export function textOf({ drafts, waiting, live }: Desk, path: string): string {
  const later = waiting.findLast((each) => each.path === path)
  return drafts.get(path)?.text ?? live[path] ?? (later === undefined ? '' : textThatWaits(later))
}

/** The texts of a document that wait. */
export const waitingOf = ({ waiting }: Desk, path: string): readonly Waiting[] =>
  waiting.filter((each) => each.path === path).map(({ id, dueAt }) => ({ id, dueAt: dueAt.toISOString() }))

/** The text of a document that waits in a publish. @throws AppError RECORD_NOT_FOUND */
export function waitingText({ waiting }: Desk, path: string, id: string): string {
  const waits = waiting.find((each) => each.path === path && each.id === id)
  if (waits === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This text does not wait any more.' })
  return textThatWaits(waits)
}

/** That texts of some documents wait, each with its times: a sentence. */
export function waitingSentence(desk: Desk, paths: readonly string[]): string | undefined {
  const named = paths.flatMap((path) => {
    const times = waitingOf(desk, path).map(({ dueAt }) => longTime(new Date(dueAt)))
    return times.length === 0 ? [] : [`a text of ${existing(desk, path).name} waits for ${times.join(' and for ')}`]
  })
  return named.length === 0 ? undefined : `${named.join(', and ').replace(/^a/, 'A')}.`
}

/** What became of a document. */
export function stateOf({ drafts, waiting, edited }: Desk, path: string): DocumentState {
  if ((drafts.get(path)?.text ?? null) !== null) return 'draft'
  if (waiting.some((each) => each.path === path)) return 'scheduled'
  return edited[path] === undefined ? 'built' : 'edited'
}

/** All files with the drafts over them; of those that are not published, what waits. */
export const draftFiles = (desk: Desk): Files =>
  mergeFiles(
    {},
    Object.fromEntries(
      [...new Set([...Object.keys(desk.live), ...desk.drafts.keys(), ...desk.waiting.map(({ path }) => path)])].map((path) => [
        path,
        textOf(desk, path),
      ]),
    ),
  )

/** The document at a path. @throws AppError RECORD_NOT_FOUND for a path that content does not have */
export function existing(desk: Desk, path: string): Document {
  // A page that does not exist yet is begun like a post.
  const document = documentOf(path, textOf(desk, path) || 'new')
  if (document === undefined) throw new AppError('RECORD_NOT_FOUND', { message: 'This document does not exist.' })
  return document
}

/** The value of a text as it is edited: of a form, with everything that does not differ from its definition. Undefined when the text cannot be read. */
function editedValue({ path, schema }: Document, text: string): unknown {
  const read = readValue(path, text, schema)
  const form = formOfFile(path)
  if (!read.ok) return undefined
  try {
    return form === undefined ? read.value : fullEdits(form, read.value as object)
  } catch {
    // Lists and groups are not where a form has them. It is edited as a text.
    return undefined
  }
}

/** The values of the placeholders in a text. */
function fillsIn(text: string, files: Files): Readonly<Record<string, string>> {
  const named = [...new Set(text.match(/\{(?:facts|site|amount|sum)\.[^{}]*\}/g))]
  const values = named.length === 0 ? undefined : readNamed(files)
  return values === undefined ? {} : Object.fromEntries(named.map((each) => [each, fillNamed(each, values)]))
}

/** A document as it can be edited. `today`: the day of a new post. */
export function editable(desk: Desk, path: string, today: string): EditableDocument {
  const document = existing(desk, path)
  const text = textOf(desk, path)
  const published = desk.live[path] !== undefined
  const begun = (): unknown =>
    isPost(path) ? (today === '' ? undefined : newPost(desk.live, path, today)) : isPlainPage(path) ? newPage : undefined
  // What is taken from the site has no value.
  const value = text !== '' ? editedValue(document, text) : published ? undefined : begun()
  const files = draftFiles(desk)
  const { schema = document.schema, gaps = [] } = (value !== undefined && sentencesOf(files, path, value)) || {}
  return {
    ...{ ...document, schema, text },
    ...(value !== undefined && { value }),
    revision: desk.drafts.get(path)?.revision ?? 0,
    state: stateOf(desk, path),
    waiting: waitingOf(desk, path),
    published,
    removable: isPost(path) || isPlainPage(path),
    fills: fillsIn(text, files),
    differsFromBuilt: builtText(path) !== '' && text !== builtText(path),
    faults: [
      ...faultsIn(files, path, desk.pictures).map((fault) => ({ ...fault, field: fieldIn(document.schema, fault.field) })),
      ...unnamedFaults(desk, files, [path]),
      ...gaps,
    ],
  }
}

/** The text of a draft with a value. @throws AppError FORM_VALIDATION_FAILED for a value that a form cannot have */
export function textWithValue(desk: Desk, path: string, edited: unknown, live: Files = desk.live): string {
  const { schema } = existing(desk, path)
  const form = formOfFile(path)
  let value = edited
  try {
    if (form !== undefined) value = differences(form, edited as object, editsIn(path, live))
  } catch (cause) {
    throw new AppError('FORM_VALIDATION_FAILED', { message: 'This is not a form.', cause })
  }
  // Of a removed post, its last text.
  return textWith(path, textOf(desk, path) || (desk.live[path] ?? ''), value, schema)
}

/** The fields in which two texts of a document differ. */
export function compare(
  path: string,
  before: string,
  after: string,
):
  | (Pick<ChangedDocument, 'path' | 'name' | 'page'> & {
      readonly fields: readonly ChangedField[]
      worded(): readonly WordedField[]
    })
  | undefined {
  const document = documentOf(path, after || before)
  if (document === undefined || before === after) return undefined
  const read = (text: string): unknown => {
    if (text === '') return undefined
    return editedValue(document, text) ?? text
  }
  const [old, now] = [read(before), read(after)]
  const changed = changedFields(old, now)
  // Only comments or line breaks differ: the text as a whole.
  const fields = changed.length > 0 ? changed : [{ field: [], before, after }]
  const isShown = !/^content\/(mail\/|replies|rubrics)/.test(path)
  return {
    ...{ path, name: document.name, page: isShown ? pageOf(path) : '', fields },
    worded: () => worded(fields, document.schema, old, now),
  }
}

/** The most places that the desk lists. */
const mostLeftovers = 50

/** What the drafts change; for those at `paths`, by default all, everything that keeps them from being published, and where the site still says what they remove. */
export function changes(desk: Desk, paths?: readonly string[]): Required<Omit<ChangesResponse, 'success'>> {
  const changed = [...desk.drafts].flatMap(([path, { text, revision }]) => {
    if (text === null) return []
    const { name, page, worded } = compare(path, desk.live[path] ?? '', text) ?? {
      ...{ name: documentOf(path, text)?.name ?? path, page: '' },
      worded: () => [],
    }
    return [{ path, name, page, fields: worded(), revision, waiting: waitingOf(desk, path) }]
  })
  const chosen = changed.map(({ path }) => path).filter((path) => paths?.includes(path) ?? true)
  const after = filesWith(desk, chosen)
  return {
    changes: changed,
    faults: publishFaults(desk, after, chosen),
    leftovers: leftovers(desk.live, after, chosen).slice(0, mostLeftovers),
    languages: chosen.length === 0 ? [] : languageLosses(desk.live, after, chosen),
  }
}

const textsOf = (desk: Desk, paths: readonly string[]): Files =>
  Object.fromEntries(paths.map((path) => [path, desk.drafts.get(path)?.text ?? '']))

/** All published files with the drafts of some over them. */
export const filesWith = (desk: Desk, paths: readonly string[]): Files =>
  mergeFiles({}, { ...desk.live, ...textsOf(desk, paths) })

/** What keeps the drafts of some documents from being published. @param after all files with them */
const publishFaults = (desk: Desk, after: Files, paths: readonly string[]): readonly FieldFault[] => [
  ...faultsAfter(desk, after, paths),
  ...unnamedFaults(desk, after, paths),
  ...languageGaps(after, paths),
]

/** Drafts as the files of a publish: null where the text is that of the build. @throws AppError with the faults, as the build would refuse them */
export function checkedFiles(desk: Desk, paths: readonly string[]): ChangedFiles {
  refuse(publishFaults(desk, filesWith(desk, paths), paths))
  return Object.fromEntries(
    Object.entries(textsOf(desk, paths)).map(([path, text]) => [path, text === builtText(path) ? null : text]),
  )
}

const filesAfter = (desk: Desk, files: ChangedFiles): Files => mergeFiles({}, { ...desk.live, ...asTexts(files) })

/** What keeps files that wait from being published now; empty when nothing does. */
export function waitingFaults(desk: Desk, files: ChangedFiles): string {
  const [after, paths] = [filesAfter(desk, files), Object.keys(files)]
  return [...faultsAfter(desk, after, paths), ...unnamedFaults(desk, after, paths)].map(faultSentence).join('\n')
}

/** Checks the files of a publish. @throws AppError, see `checkedFiles` */
export const refuseFiles = (desk: Desk, files: ChangedFiles): void =>
  refuse(publishFaults(desk, filesAfter(desk, files), Object.keys(files)))

export const asTexts = (files: ChangedFiles): Files =>
  Object.fromEntries(Object.entries(files).map(([path, text]) => [path, text ?? builtText(path)]))

/** @throws AppError FORM_VALIDATION_FAILED with a sentence for each field */
function refuse(faults: readonly FieldFault[]): void {
  const [first] = faults
  if (first === undefined) return
  const details = Object.fromEntries(faults.map((fault) => [[fault.path, ...fault.field].join(' '), fault.message]))
  const message = `This cannot be published yet. ${faultSentence(first)}`
  throw new AppError('FORM_VALIDATION_FAILED', { message, details })
}

/** The texts of the files of a publish before it and after it. @throws AppError RECORD_NOT_FOUND for an unknown publish */
export async function textsAround(edits: Edits, id: string): Promise<{ readonly before: Files; readonly after: Files }> {
  const [before, after] = await Promise.all([edits.filesBefore(id), edits.filesOf(id)])
  if (Object.keys(after).length === 0) throw new AppError('RECORD_NOT_FOUND', { message: 'This publish does not exist.' })
  return { before: asTexts(before), after: asTexts(after) }
}
