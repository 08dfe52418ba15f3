import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { Button } from '../ui/Button.tsx'
import { typedKey } from '../ui/typed-key.ts'
import { type Edit, isUnsaved } from './edit.ts'
import styles from './notes.module.css'
import { type NoteState, useNotes } from './notes.ts'

type ShownState = NoteState | 'unsaved' | 'changed'

function shownState(edit: Edit, state: NoteState): ShownState {
  if (edit.theirs !== undefined) return 'changed'
  const hasChanges = isUnsaved(edit)
  if (state === 'idle' || state === 'saved') return hasChanges ? 'unsaved' : state
  // What could not be saved here may have been saved since, after an outage.
  return hasChanges || state === 'saving' ? state : 'saved'
}

const stateLabels: Readonly<Record<ShownState, string>> = {
  idle: '',
  unsaved: 'Not saved yet',
  changed: 'Not saved: changed in another window. Both texts are shown; choose which one stays.',
  saving: 'Saving…',
  saved: 'Saved',
  away: 'Not saved. Kept in this tab; saved when the server answers.',
  refused: 'Not saved.',
}

/** The reviewer's notes: saved by a button, and when the field is left. `revision`: of the loaded response, undefined until it is loaded. */
export function Notes({ record, revision }: { record: ApplicationRecord; revision: number | undefined }) {
  const id = useId()
  const { edit, state, message, write, save, choose, both } = useNotes(useQueryClient(), record, revision)
  const { text, theirs } = edit
  const shown = shownState(edit, state)
  return (
    <section className={`stack gap-2 ${styles.notes}`} data-print={text === '' ? 'no' : undefined}>
      <label htmlFor={id}>Notes</label>
      <textarea
        id={id}
        name="notes"
        rows={4}
        value={text}
        placeholder="For you alone. The applicant never sees this."
        aria-describedby={`${id}-state`}
        onChange={(event) => write(event.target.value)}
        onBlur={save}
        onKeyDown={(event) => {
          if (typedKey(event) === 'Enter' && (event.ctrlKey || event.metaKey)) save()
        }}
      />
      <p className={`typed ${styles.printed}`} aria-hidden="true">
        {text}
      </p>
      <div className={`row middle ${styles.line}`} data-print="no">
        {isUnsaved(edit) && theirs === undefined && <Button onClick={save}>Save notes</Button>}
        <p id={`${id}-state`} className={`soft small ${styles.state}`} role="status" data-state={shown}>
          {stateLabels[shown]}
          {shown === 'refused' && ` ${message}`}
        </p>
      </div>
      {theirs !== undefined && (
        <section className="stack gap-3 alarm" aria-label="Notes of the other window" data-print="no">
          <p className="typed scrolls">{theirs.notes === '' ? 'The other window cleared the notes.' : theirs.notes}</p>
          <div className="row gap-2">
            <Button onClick={() => choose(both)}>Join both</Button>
            <Button onClick={() => choose(text)}>Keep mine</Button>
            <Button onClick={() => choose(theirs.notes)}>Take the other</Button>
          </div>
        </section>
      )}
    </section>
  )
}

/** The reviewer's notes for a helper, who reads them. */
export const ReadNotes = ({ record: { notes } }: { readonly record: ApplicationRecord }) => (
  <section className="stack gap-2">
    <h3>Notes</h3>
    {notes && <p className="typed">{notes}</p>}
    <p className="soft small" data-print="no">
      Only the admin writes notes.
    </p>
  </section>
)
