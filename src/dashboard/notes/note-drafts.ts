import type { NoteDraft } from './note-keeper.ts'

/**
 * Notes that the server may not have. While the tab lives they stand in its session storage; what it leaves behind when it goes is written where the
 * next visit finds it, whichever tab that is in.
 */
const key = 'desk_unsaved_notes'

export interface LeftNote {
  readonly id: string
  readonly draft: NoteDraft
}

const warn = (doing: string, error: unknown): void =>
  console.warn(`desk: browser storage: ${doing} ${key} failed`, error instanceof Error ? error.name : error)

const isLeft = (one: unknown): one is LeftNote => {
  const { id, draft } = (one ?? {}) as Partial<LeftNote>
  return typeof id === 'string' && typeof draft?.text === 'string' && typeof draft.notes === 'string'
}

function read(area: 'sessionStorage' | 'localStorage'): readonly LeftNote[] {
  try {
    const kept: unknown = JSON.parse(window[area].getItem(key) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isLeft) : []
  } catch (error) {
    if (!(error instanceof SyntaxError)) warn('reading', error)
    return []
  }
}

function write(area: 'sessionStorage' | 'localStorage', notes: readonly LeftNote[]): boolean {
  try {
    if (notes.length === 0) window[area].removeItem(key)
    else window[area].setItem(key, JSON.stringify(notes))
    return true
  } catch (error) {
    warn('keeping', error)
    return false
  }
}

/** Keeps a draft with the tab, or with undefined forgets it. */
export function keepDraft(id: string, draft: NoteDraft | undefined): void {
  const kept = read('sessionStorage')
  const others = kept.filter((other) => other.id !== id)
  if (draft !== undefined) write('sessionStorage', [...others, { id, draft }])
  else if (others.length < kept.length) write('sessionStorage', others)
}

/** Writes down what this page leaves behind. False when this device keeps nothing. */
export function leaveDrafts(notes: readonly LeftNote[]): boolean {
  if (notes.length === 0) return true
  const others = read('localStorage').filter(
    ({ id, draft }) => !notes.some((one) => one.id === id && one.draft.text === draft.text),
  )
  return write('localStorage', [...others, ...notes])
}

/** What earlier pages left behind, each text once; it is this page's from now on. */
export function takeDrafts(): readonly LeftNote[] {
  const all = [...read('localStorage'), ...read('sessionStorage')]
  write('localStorage', [])
  return all.filter(({ id, draft }, at) => all.findIndex((one) => one.id === id && one.draft.text === draft.text) === at)
}
