import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { MessageRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { outlives } from '../../applications/outbox.ts'
import { outboxQuery } from '../applications/queries.ts'
import { call } from '../client.ts'
import { faultLabel, formatMoment, messageLabel } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'

/** Puts a parked message back into the queue. */
export function useSendAgain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => call(routes.retry, { at: { id } }),
    networkMode: 'always',
    onSuccess: () => toast.success('Queued again', 'The message is on its way.'),
    onError: (error) => showFailure('sending again', 'Failed to send again', error),
    onSettled: () =>
      Promise.all([client.invalidateQueries({ queryKey: ['outbox'] }), client.invalidateQueries({ queryKey: ['application'] })]),
  })
}

/** The parked messages, which could not be delivered, each with a button to retry. */
export function ParkedMail({ open }: { open(applicationId: string): void }) {
  const { data } = useQuery(outboxQuery)
  const again = useSendAgain()
  if (data === undefined || data.parked.length === 0) return null
  const n = data.parked.length
  return (
    <section className="alarm" data-beside="" aria-labelledby="parked-title">
      <h2 id="parked-title">{n === 1 ? '1 message could not be delivered' : `${n} messages could not be delivered`}</h2>
      <ul className="scrolls">
        {data.parked.map((message) => (
          <Parked key={message.id} message={message} open={open} again={() => again.mutate(message.id)} busy={again.isPending} />
        ))}
      </ul>
    </section>
  )
}

const why = (message: MessageRecord): string => {
  const fault = faultLabel(message) || 'No reason was given'
  return fault.endsWith('.') ? fault : `${fault}.`
}

interface ParkedProps {
  readonly message: MessageRecord
  readonly busy: boolean
  again(): void
  open(applicationId: string): void
}

function Parked({ message, again, open, busy }: ParkedProps) {
  return (
    <li className="row gap-1 middle">
      <p className="entry small">
        <strong>{messageLabel(message)}</strong>
        <span className="below">
          {why(message)} Tried {message.attempts === 1 ? 'once' : `${message.attempts} times`}, last due{' '}
          {formatMoment(message.due_at)}.
        </span>
      </p>
      {!outlives(message.topic) && (
        <Button tone="quiet" onClick={() => open(message.application_id)}>
          See application
        </Button>
      )}
      <Button subject={message.id} onClick={again} disabled={busy}>
        Send again
      </Button>
    </li>
  )
}
