import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { EditableDocument } from '../../../api/site-content.ts'
import { call } from '../../../dashboard/client.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { siteRoutes } from '../api.ts'
import styles from './site.module.css'

/** The text of a document that cannot be read as a form. */
export function TextForm({ document: { path, text, revision, state, faults } }: { readonly document: EditableDocument }) {
  const client = useQueryClient()
  const [typed, setTyped] = useState(text)
  const change = async (failure: string, made: Promise<unknown>): Promise<void> => {
    try {
      await made
      await client.invalidateQueries({ queryKey: ['site document', path] })
    } catch (error) {
      showFailure('saving a document', failure, error)
    }
  }
  return (
    <div className={`stack gap-3 ${styles.form}`}>
      <label className="field">
        <span>Text</span>
        <textarea rows={24} value={typed} onChange={(event) => setTyped(event.target.value)} />
      </label>
      <p className="fault">{faults.map(({ message }) => message).join(' ')}</p>
      <div className="fields">
        <Button
          onClick={() =>
            void change(
              'The text could not be saved',
              call(siteRoutes.saveSiteDocument, { body: { path, revision, text: typed } }),
            )
          }
        >
          Save
        </Button>
        {state === 'draft' && (
          <Button
            tone="quiet"
            onClick={() =>
              void change('The draft could not be discarded', call(siteRoutes.discardSiteDraft, { body: { path, revision } }))
            }
          >
            Discard draft
          </Button>
        )}
      </div>
    </div>
  )
}
