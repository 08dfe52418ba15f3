import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { RepliesResponse } from '../../api/letter-responses.ts'
import { routes } from '../../api/routes.ts'
import { call } from '../client.ts'
import { Button } from '../ui/Button.tsx'

const repliesQuery = queryOptions({
  queryKey: ['replies'],
  queryFn: ({ signal }) => call(routes.replies, { signal }),
})

/** The first part of a text that a saved reply leaves to be filled in: `[what happened]`; undefined when there is none. */
export const unfilled = (text: string): string | undefined => /\[[^[\]\n]{8,200}\]/.exec(text)?.[0]

/** The choice of a saved reply for a message. */
export function SavedReplies({ insert }: { insert(reply: RepliesResponse['replies'][number]): void }) {
  const id = useId()
  const [chosen, setChosen] = useState('')
  const replies = useQuery(repliesQuery).data?.replies ?? []
  const reply = replies.find(({ name }) => name === chosen)
  if (replies.length === 0) return null
  return (
    <>
      <label htmlFor={id}>Saved reply</label>
      <div className="line">
        <select id={id} value={chosen} onChange={(event) => setChosen(event.target.value)}>
          <option value="">None</option>
          {replies.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <Button
          disabled={reply === undefined}
          onClick={() => {
            if (reply !== undefined) insert(reply)
            setChosen('')
          }}
        >
          Insert
        </Button>
      </div>
    </>
  )
}
