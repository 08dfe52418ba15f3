import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { siteRoutes } from '../api.ts'

/** The link with which a colleague reads the draft of a post without a session. A new one replaces the one before it. */
export function DraftLink({ path }: { readonly path: string }) {
  const client = useQueryClient()
  const queryKey = ['draft link', path]
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => call(siteRoutes.draftLink, { query: { path }, signal }) })
  const [url, setUrl] = useState('')
  const make = async (): Promise<void> => {
    try {
      setUrl((await call(siteRoutes.makeDraftLink, { body: { path } })).url)
    } catch (error) {
      showFailure('making a link to a draft', 'The link was not made', error)
    }
    await client.invalidateQueries({ queryKey })
  }
  const end = async (): Promise<void> => {
    try {
      await call(siteRoutes.endDraftLink, { body: { path } })
      setUrl('')
    } catch (error) {
      showFailure('ending a link to a draft', 'The link was not ended', error)
    }
    await client.invalidateQueries({ queryKey })
  }
  const until = data?.until ?? null
  return (
    <div className="fields">
      <Button tone="quiet" onClick={() => void make()}>
        {until === null ? 'Link for a colleague' : 'New link for a colleague'}
      </Button>
      {url !== '' && (
        <label className="field">
          <span>Whoever has this link reads the draft</span>
          <input readOnly value={url} onFocus={({ target }) => target.select()} />
        </label>
      )}
      {until !== null && (
        <>
          <span className="soft small">{`The link ends ${formatMoment(until)}.`}</span>
          <Button tone="quiet" onClick={() => void end()}>
            End the link now
          </Button>
        </>
      )}
    </div>
  )
}
