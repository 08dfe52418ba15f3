import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { Button } from '../ui/Button.tsx'
import type { NoteView } from './note-keeper.ts'
import styles from './notes.module.css'
import { useNotes } from './notes.ts'

const stateLabel = ({ state, message }: NoteView): string => {
  switch (state) {
    case 'idle':
      return ''
    case 'saved':
      return 'Saved'
    case 'unsaved':
      return 'Not saved yet'
    case 'saving':
      return 'Saving…'
    case 'away':
      return 'Not saved. Stored in this browser; we keep trying.'
    case 'refused':
      return `Not saved. ${message}`
    case 'changed':
      return 'Not saved: changed in another window. Both texts are shown; choose which one stays.'
  }
}

/** The reviewer's notes, saved automatically. `revision`: of the loaded response, undefined until it is loaded. */
export function Notes({ record, revision }: { record: ApplicationRecord; revision: number | undefined }) {
  const id = useId()
  const { keeper, view } = useNotes(useQueryClient(), record, revision)
  const { text, state, theirs } = view
  return (
    <section className={styles.notes} data-print={text === '' ? 'no' : undefined}>
      <label htmlFor={id}>Notes</label>
      <textarea
        id={id}
        name="notes"
        rows={4}
        value={text}
        placeholder="For you alone. The applicant never sees this."
        aria-describedby={`${id}-state`}
        onChange={(event) => keeper.write(event.target.value)}
        onBlur={() => void keeper.end()}
      />
      <p id={`${id}-state`} className={styles.state} role="status" data-state={state}>
        {stateLabel(view)}
      </p>
      {state === 'changed' && (
        <section className={styles.theirs} aria-label="Notes of the other window" data-print="no">
          <p>{theirs === '' ? 'The other window cleared the notes.' : theirs}</p>
          <div className={styles.choice}>
            <Button onClick={() => keeper.choose(keeper.both)}>Join both</Button>
            <Button onClick={() => keeper.choose(text)}>Keep mine</Button>
            <Button onClick={() => keeper.choose(theirs)}>Take the other</Button>
          </div>
        </section>
      )}
    </section>
  )
}
