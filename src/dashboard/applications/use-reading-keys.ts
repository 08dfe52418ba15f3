import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import type { RefObject } from 'react'
import type { ApplicationRecord, ApplicationResponse } from '../../api/responses.ts'
import { isStatus } from '../../applications/application.ts'
import type { Wording } from '../../applications/moves.ts'
import { oneLine } from '../browser-storage.ts'
import type { BulkAction } from '../decisions/bulk-actions.ts'
import { isUnderWay } from '../decisions/queue.ts'
import { undoLast } from '../decisions/undo.ts'
import type { listViewOf } from '../features.ts'
import { applicantLabel, stateOf, statusNames } from '../labels.ts'
import { showLetterOf } from '../letters/letters.ts'
import { isAdmin } from '../session/rights.ts'
import { type Command, useCommands } from '../ui/commands.ts'
import { keyGroups, type ListedKey } from '../ui/keys.ts'
import { toast } from '../ui/toast.ts'
import { type Keys, useKeys } from '../ui/use-keys.ts'
import { focusList, isListFocused } from './list-focus.ts'
import type { Neighbours } from './neighbours.ts'
import type { RowActions } from './row-actions.ts'
import { toggleStar } from './Star.tsx'
import type { ToolKey } from './Tools.tsx'

interface ReadingKeysProps {
  /** Whether keyboard shortcuts work now. */
  readonly on: boolean
  /** Whether the details dialog is open: the keys act on it, not on the reading pane. */
  readonly inDialog: boolean
  /** What is in place of the list. */
  readonly shown: ReturnType<typeof listViewOf>
  /** The application that the keys act on; it may be outside the list. Undefined while it has just replaced another by itself. */
  readonly target: ApplicationRecord | undefined
  /** Whether the reviewer chose it, or what came after it, since the last word typed in a field of the list. */
  isChosen(): boolean
  /** Its neighbours in the list. */
  readonly neighbours: Neighbours
  /** The first application of the list. */
  readonly first: ApplicationRecord | undefined
  /** The unread application after the current one. */
  readonly unread: ApplicationRecord | undefined
  /** Says that there is none. */
  sayRead(): void
  /** The selection. */
  readonly batch: readonly ApplicationRecord[]
  readonly actions: RowActions
  readonly searchField: RefObject<HTMLInputElement | null>
  select(record: ApplicationRecord): void
  /** Changes the bulk selection: adds applications, or clears it. */
  extendBatch(records: readonly ApplicationRecord[]): void
  clearBatch(): void
  /** Opens the dialog that decides the bulk selection. */
  decideBatch(status: BulkAction): void
  /** Shows the list again. */
  showList(): void
}

const isPending = (record: ApplicationRecord | undefined): record is ApplicationRecord =>
  record !== undefined && stateOf(record) === 'pending'

const surface = (inDialog: boolean): string => (inDialog ? '[data-details]' : '[data-pane]')

/** The keys of the list of keys that are not those of the tools, and two that do the same as one of them. */
type ReadingKeys = Readonly<Record<Exclude<ListedKey, ToolKey> | 'Ctrl+z' | 'Shift+Space', Keys[string]>>

/** Keys that move through the list and select in it. */
function listKeys(props: ReadingKeysProps) {
  const { inDialog, target, neighbours, first, unread, sayRead, actions, select, extendBatch, clearBatch } = props
  const next = neighbours.next ?? (neighbours.position === '' ? first : undefined)
  const step = (to: ApplicationRecord | undefined): void => {
    if (to === undefined) return
    if (inDialog) actions.view(to)
    else select(to)
  }
  /** Extends the bulk selection by the current application and another. */
  const extend = (to: ApplicationRecord | undefined) => (): void => {
    if (inDialog) return
    extendBatch([target, to].flatMap((candidate) => candidate ?? []))
    step(to)
  }
  /** Focuses the list. If the list already has the focus, clears the bulk selection. */
  const leave = (): void => {
    if (!isListFocused()) focusList()
    else clearBatch()
  }
  return {
    j: () => step(next),
    k: () => step(neighbours.previous),
    f: () => (unread === undefined ? sayRead() : step(unread)),
    'Shift+j': extend(next),
    'Shift+k': extend(neighbours.previous),
    // A dialog closes itself.
    Escape: inDialog ? undefined : leave,
    x: () => target !== undefined && !inDialog && actions.toggle(target),
  } satisfies Partial<ReadingKeys>
}

/** Says why a decision key does nothing on an application that is decided, and offers what is possible. */
function sayDecided(target: ApplicationRecord): void {
  const state = stateOf(target)
  const who = applicantLabel(target)
  if (state === 'pending') return
  if (!isStatus(state)) return void toast.failure(`${statusNames[state]} by the applicant`, `${who}. It cannot be decided.`)
  const reopen = { label: 'Reopen', run: () => document.querySelector<HTMLElement>(`[data-reopen="${target.id}"]`)?.click() }
  const title = state === 'pitch' ? 'Already invited to pitch. Reopen?' : `Already ${state}. Reopen?`
  toast.failure(title, state === 'pitch' ? `${who}. Or decide after the meeting: approve or reject.` : who, reopen)
}

/** Keys that decide, star, delete and undo. With a bulk selection, the decision keys apply to the whole selection. */
function decisionKeys({ inDialog, target, isChosen, batch, actions, decideBatch }: ReadingKeysProps, client: QueryClient) {
  /** Does something with the application, if the reviewer chose it. */
  const onChosen = (act: (chosen: ApplicationRecord) => void): void => {
    if (target === undefined) return
    if (isChosen()) act(target)
    else toast.failure('Nothing was done', 'Choose an application first: press j or k, or its name.')
  }
  const isOfBatch = batch.length > 0 && !inDialog
  const decideTarget = (status: BulkAction, wording?: Wording): void =>
    onChosen((chosen) => {
      const isAfterMeeting = stateOf(chosen) === 'pitch' && status !== 'pitch' && status !== 'delay'
      if (isUnderWay(chosen.id)) toast.failure('Already on its way', `${applicantLabel(chosen)}. u takes it back.`)
      else if (isPending(chosen) || isAfterMeeting) actions.decide(chosen, status, wording)
      else sayDecided(chosen)
    })
  const decide = (status: BulkAction) => (): void => {
    if (!isOfBatch) decideTarget(status)
    else if (batch.some(isPending)) decideBatch(status)
    else toast.failure('None of the selected is pending', 'Clear the selection (Esc) to decide the open one.')
  }
  /** Decides without a letter: one application at a time. */
  const decideSilently = (status: BulkAction) => (): void => {
    if (!isOfBatch) decideTarget(status, { letter: 'none' })
  }
  return {
    a: decide('approved'),
    p: decide('pitch'),
    r: decide('rejected'),
    t: decide('delay'),
    'Shift+a': decideSilently('approved'),
    'Shift+p': decideSilently('pitch'),
    'Shift+r': decideSilently('rejected'),
    d: () => onChosen(actions.remove),
    '*': () => target && void toggleStar(client, target),
    u: undoLast,
    z: undoLast,
    'Ctrl+z': undoLast,
  } satisfies Partial<ReadingKeys>
}

/** Keys that open, scroll and focus. */
function viewKeys(props: ReadingKeysProps, client: QueryClient) {
  const { inDialog, target, actions, searchField } = props
  const openDetails = (): void => {
    if (target !== undefined) actions.view(target)
  }
  /** Scrolls the open application by most of its height; undefined when none is open, so that the page scrolls as usual. */
  const scroll = (by: 1 | -1): (() => void) | undefined =>
    target === undefined
      ? undefined
      : () => {
          const page = document.querySelector(`${surface(inDialog)} [data-scroll]`)
          page?.scrollBy({ top: by * page.clientHeight * 0.85 })
        }
  const focus = (selector: string) => (): void => document.querySelector<HTMLElement>(`${surface(inDialog)} ${selector}`)?.focus()
  return {
    o: openDetails,
    Enter: openDetails,
    ' ': scroll(1),
    'Shift+Space': scroll(-1),
    l: () => {
      const response = target && client.getQueryData<ApplicationResponse>(['application', target.id])
      if (target !== undefined) showLetterOf(target, response?.messages ?? [])
    },
    s: focus('[data-scores] input'),
    n: focus('textarea'),
    w: () => {
      const page = document.querySelector(surface(inDialog))
      page?.querySelector<HTMLElement>('[data-write][aria-expanded=false]')?.click()
      // A form that is open already.
      page?.querySelector<HTMLElement>('input[name=subject]')?.focus()
    },
    '/': inDialog ? undefined : () => searchField.current?.focus(),
    v: inDialog ? undefined : () => oneLine.set(oneLine.get() !== true),
  } satisfies Partial<ReadingKeys>
}

/** Keys that work where something else than a list is shown: the others would not say to which application they belong. */
const always = ['u', 'z', 'Ctrl+z']

/** Keys that only the list itself has: in another view of it nothing is selected there, and the page scrolls as usual. */
const onlyOfList: Keys = Object.fromEntries(
  ['Shift+j', 'Shift+k', 'x', ' ', 'Shift+Space', 's', 'n', 'w', '/', 'v'].map((key) => [key, undefined]),
)

/** The keys of a helper, who reads. */
const onlyReading = (all: Keys): Keys =>
  Object.fromEntries(['j', 'k', 'f', 'Escape', 'o', 'Enter', ' ', 'Shift+Space', '/', 'v'].map((key) => [key, all[key]]))

/** The keys of what is shown: the list, or one of the views in place of it. */
function keysOf(ofList: Keys, { shown, showList: Escape }: ReadingKeysProps): Keys {
  if (shown === undefined) return ofList
  if (shown.keys !== undefined) return { ...ofList, ...onlyOfList, ...shown.keys, Escape }
  return { ...Object.fromEntries(always.map((key) => [key, ofList[key]])), Escape }
}

/** The keyboard shortcuts for the selected application, or for the one in the details dialog. */
export function useReadingKeys(props: ReadingKeysProps): void {
  const client = useQueryClient()
  const all: ReadingKeys = { ...listKeys(props), ...decisionKeys(props, client), ...viewKeys(props, client) }
  const ofList = isAdmin() ? all : onlyReading(all)
  const keys = keysOf(ofList, props)
  useKeys(keys, props.on)
  useCommands({ open: props.actions.view, commands: () => commandsOf(keys, props.target) })
}

/** The keys as commands: what one can do with the open application, and in the list. */
const commandsOf = (keys: Keys, target: ApplicationRecord | undefined): readonly Command[] =>
  keyGroups.flatMap(({ keys: lines }) =>
    lines.flatMap(([names, label, when]) => {
      const run = keys[names[0]]
      const isDecidable = target !== undefined && (isPending(target) || stateOf(target) === 'pitch')
      const isOffered = { always: true, open: target !== undefined, decide: isDecidable, never: false }[when ?? 'never']
      const group = when === 'always' ? 'Applications' : 'This application'
      return run === undefined || !isOffered ? [] : [{ group, label, keys: names, run } as const]
    }),
  )
