import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { applicationQuery } from '../../../dashboard/applications/queries.ts'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { Banner } from '../../../dashboard/ui/Banner.tsx'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Later, later } from '../../../dashboard/ui/Later.tsx'
import { bounceRoutes } from '../api.ts'

const addressForm = later(
  'the address',
  async () => (await import('../../../dashboard/letters/CorrectAddress.tsx')).CorrectAddress,
)

/** Loaded again with the application. */
const bounceQuery = (id: string) =>
  queryOptions({
    queryKey: ['application', id, 'bounce'],
    queryFn: ({ signal }) => call(bounceRoutes.bounce, { at: { id }, signal }),
  })

/** Says that letters to an application's address come back, with the form that corrects it. */
export function BounceBanner({ record }: { readonly record: ApplicationRecord }) {
  const bounce = useQuery(bounceQuery(record.id)).data?.bounce ?? null
  const messages = useQuery(applicationQuery(record.id)).data?.messages ?? []
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  if (bounce === null) return null
  const { kind, at, reason } = bounce
  return (
    <div className="stack gap-3" data-print="no">
      <Banner
        title={kind === 'bounce' ? 'A letter came back' : 'A letter was reported as spam'}
        action={
          <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            Correct the address
          </Button>
        }
      >
        {kind === 'bounce'
          ? `From ${record.applicant_email}, ${formatMoment(at)}. ${reason}`
          : `By ${record.applicant_email}, ${formatMoment(at)}. No more letters go to this address.`}
      </Banner>
      {isOpen && <Later part={addressForm} props={{ record, messages, close }} failed={close} />}
    </div>
  )
}
