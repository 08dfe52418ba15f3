import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { Star } from 'lucide-react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { asStep, offerEditUndo } from '../decisions/undo.ts'
import { applicantLabel } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { mergeResponse } from './cache.ts'
import styles from './status.module.css'

/** The id of the last star's toast; the next toast replaces it. */
let offered: number | undefined

/** Stars an application, or removes its star. */
export async function toggleStar(client: QueryClient, record: ApplicationRecord): Promise<void> {
  const title = record.starred ? 'Star removed' : 'Starred'
  await asStep(`${title}: ${applicantLabel(record)}`, async (step) => {
    try {
      const body = { starred: !record.starred }
      const response = await call(routes.changeApplication, { at: { id: record.id }, body })
      mergeResponse(client, response)
      if (offered !== undefined) toast.end(offered)
      const { revision } = response.application
      offered = offerEditUndo(client, { step, title, record, revision, upTo: revision })
      void client.invalidateQueries({ queryKey: ['application', record.id] })
    } catch (error) {
      showFailure('starring an application', 'Failed to save the star', error)
    }
  })
}

/** Stars the application, or removes the star. */
export function StarButton({ record }: { readonly record: ApplicationRecord }) {
  const client = useQueryClient()
  return (
    <Button
      tone="icon"
      aria-pressed={record.starred}
      aria-label="Star"
      title="Star (*)"
      onClick={() => void toggleStar(client, record)}
    >
      <StarMark isFilled={record.starred} />
    </Button>
  )
}

/** The drawing of a star: filled when the application is starred. */
export const StarMark = ({ isFilled }: { readonly isFilled: boolean }) => (
  <Star aria-hidden="true" size={18} strokeWidth={1.75} className={isFilled ? styles.filled : undefined} />
)
