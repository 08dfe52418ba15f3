import { useQuery } from '@tanstack/react-query'
import type { Right } from '../../api/rights.ts'
import { formatDay } from '../labels.ts'
import { sessionQuery } from '../session/session.ts'

/** What a helper may do, in a few words. */
export const rightNames: Readonly<Record<Right, string>> = {
  write: 'writes the site',
  publish: 'writes and publishes the site',
  read: 'reads applications',
  meet: 'sees the meetings',
}

/** Whose link opened this desk, and until when; nothing for the admin. */
export function HelperLine() {
  const { data } = useQuery(sessionQuery)
  if (data?.helper === undefined) return null
  return (
    <p className="soft small" data-helper={data.helper.right} data-print="no">
      The link of <b>{data.helper.name}</b>, who {rightNames[data.helper.right]}, until {formatDay(data.expiresAt)}.
    </p>
  )
}
