/** Notes on the server, and the application's revision at which they were read; undefined until it is loaded. */
export interface SavedNotes {
  readonly notes: string
  readonly revision: number | undefined
}

/** Notes that are being edited. */
export interface Edit {
  readonly text: string
  /** The saved notes that the text was written over. */
  readonly base: SavedNotes
  /** Those of another window, until the reviewer chooses. */
  readonly theirs?: SavedNotes
}

export const isUnsaved = ({ text, base }: Edit): boolean => text !== base.notes

/** The edit after the server's notes were read again. A text that would be lost is shown beside the other one. */
export function follow(edit: Edit, server: SavedNotes): Edit {
  const { text, base } = edit
  if (base.revision !== undefined && (server.revision === undefined || server.revision < base.revision)) return edit
  if (!isUnsaved(edit)) return { text: server.notes, base: server }
  // Whoever writes over the notes that contain the others has read them.
  const isRead = server.notes === base.notes || (server.notes !== '' && text.includes(server.notes))
  return isRead ? { text, base: server } : { text, base, theirs: server }
}

/** Merges two texts: their common `base` once, then theirs, then ours. If one contains the other, it is the result. */
export function merged(base: string, theirs: string, ours: string): string {
  if (theirs.includes(ours)) return theirs
  if (ours.includes(theirs)) return ours
  if (base !== '' && theirs.startsWith(base) && ours.startsWith(base))
    return `${theirs.trimEnd()}\n${ours.slice(base.length).trimStart()}`
  return `${theirs.trimEnd()}\n\n${ours}`
}
