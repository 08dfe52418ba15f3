import { read, remove, write } from '../browser-storage.ts'
import type { NoteDraft } from './note-keeper.ts'

/**
 * Notes that the server may not have. They are in the tab's session storage while it is open. When the page is left, they are copied to local
 * storage, where the next visit finds them in any tab.
 */
const key = 'desk_unsaved_notes'

interface LeftNote {
  readonly id: string
  readonly draft: NoteDraft
}

const isLeftNote = (value: unknown): value is LeftNote => {
  const { id, draft } = (value ?? {}) as Partial<LeftNote>
  return typeof id === 'string' && typeof draft?.text === 'string' && typeof draft.notes === 'string'
}

function readNotes(area: 'sessionStorage' | 'localStorage'): readonly LeftNote[] {
  const stored = read(area, key)
  return Array.isArray(stored) ? stored.filter(isLeftNote) : []
}

const writeNotes = (area: 'sessionStorage' | 'localStorage', notes: readonly LeftNote[]): boolean =>
  notes.length === 0 ? remove(area, key) : write(area, key, JSON.stringify(notes))

const isSame = (a: LeftNote, b: LeftNote): boolean => a.id === b.id && a.draft.text === b.draft.text

/** Stores a draft with the tab; undefined removes it. */
export function storeDraft(id: string, draft: NoteDraft | undefined): void {
  const stored = readNotes('sessionStorage')
  const remaining = stored.filter((note) => note.id !== id)
  if (draft !== undefined) writeNotes('sessionStorage', [...remaining, { id, draft }])
  else if (remaining.length < stored.length) writeNotes('sessionStorage', remaining)
}

/** Stores this page's unsaved notes for the next visit. Returns whether the browser stored them. */
export function storeLeftNotes(notes: readonly LeftNote[]): boolean {
  if (notes.length === 0) return true
  const earlier = readNotes('localStorage').filter((stored) => !notes.some((note) => isSame(note, stored)))
  return writeNotes('localStorage', [...earlier, ...notes])
}

/** Removes and returns the unsaved notes of earlier pages, each text once; the caller saves them. */
export function claimLeftNotes(): readonly LeftNote[] {
  const notes = [...readNotes('localStorage'), ...readNotes('sessionStorage')]
  writeNotes('localStorage', [])
  return notes.filter((note, index) => notes.findIndex((earlier) => isSame(earlier, note)) === index)
}
