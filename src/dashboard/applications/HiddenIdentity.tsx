import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { applicantName } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { isAdmin } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteQuestion } from '../ui/DeleteQuestion.tsx'
import { upsert } from './cache.ts'

/** Says that it is hidden who sent an application, and shows it on request. */
export function HiddenIdentity({ record }: { readonly record: ApplicationRecord }) {
  const client = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  async function show(): Promise<void> {
    try {
      const { application } = await call(routes.showIdentity, { at: { id: record.id } })
      upsert(client, application)
      await client.invalidateQueries({ queryKey: ['application', record.id] })
    } catch (error) {
      showFailure('showing who sent an application', 'It could not be shown', error)
    }
  }
  return (
    <>
      <p className="row gap-2 middle small">
        Hidden until decided: who it is, files, letters.
        {isAdmin() && (
          <Button tone="quiet" aria-haspopup="dialog" onClick={() => setAsking(true)}>
            Show who it is…
          </Button>
        )}
      </p>
      <DeleteQuestion
        subject={isAsking ? record : undefined}
        title={(shown) => `Show who sent ${applicantName(shown)}?`}
        verb="Show"
        text={() => 'The history keeps that you read it with the name. It stays shown.'}
        close={() => setAsking(false)}
        remove={() => void show()}
      />
    </>
  )
}
