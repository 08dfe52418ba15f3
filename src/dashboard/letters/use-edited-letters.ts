import { useRef, useState } from 'react'
import type { HeldLetterRecord } from '../../api/letter-responses.ts'

/** A key that a letter keeps when it is edited: an edited letter is a new message. */
export const keyOf = ({ id, application_id, letter }: HeldLetterRecord): string =>
  ['written', 'confirmation', 'request'].includes(letter) ? id : `${application_id} ${letter}`

/**
 * The letters whose editor is open. They stay in the list with what was typed, also when the filter does not match them, or they do not wait any more, until
 * the editor is closed.
 * @param all the letters that wait
 * @param filtered those that match the filter
 */
export function useEditedLetters(all: readonly HeldLetterRecord[], filtered: readonly HeldLetterRecord[]) {
  const [edited, setEdited] = useState<ReadonlyMap<string, HeldLetterRecord>>(new Map())
  const order = useRef<readonly string[]>([])
  const current = new Map(all.map((held) => [keyOf(held), held]))
  const listed = new Set(filtered.map(keyOf))
  const added = [...edited].filter(([key]) => !listed.has(key)).map(([key, held]) => current.get(key) ?? held)
  const positionOf = (held: HeldLetterRecord): number => {
    const at = order.current.indexOf(keyOf(held))
    return at < 0 ? order.current.length : at
  }
  const shown = [...filtered, ...added]
  // A field that moves loses the focus.
  if (edited.size > 0) shown.sort((a, b) => positionOf(a) - positionOf(b))
  order.current = shown.map(keyOf)
  return {
    shown,
    isEdited: (held: HeldLetterRecord): boolean => edited.has(keyOf(held)),
    isGone: (held: HeldLetterRecord): boolean => !current.has(keyOf(held)),
    /** Opens or closes the editor of a letter. */
    edit(held: HeldLetterRecord, open: boolean): void {
      const next = new Map(edited)
      if (open) next.set(keyOf(held), held)
      else next.delete(keyOf(held))
      setEdited(next)
    },
  }
}
