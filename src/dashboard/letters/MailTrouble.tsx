import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { paths } from '../../api/paths.ts'
import { minute } from '../../shared/dates.ts'
import { outboxQuery } from '../applications/queries.ts'
import { CallError, call, report } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { close } from '../session/session.ts'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import styles from './mail-trouble.module.css'

/** Mail may fail this long before the banner appears. */
const patience = 15 * minute

/** The banner while no mail can be sent: since when and why. */
export function MailTrouble() {
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useQuery(outboxQuery)
  const sendNow = useMutation({
    mutationFn: () => call(paths.sendNow, { method: 'POST' }),
    networkMode: 'always',
    onSuccess: () => toast.success('Trying now', 'The banner goes when a letter was taken.'),
    onError: (error) => {
      if (error instanceof CallError && error.status === 401) return close(error)
      report('trying to send', error)
      toast.failure('Failed to try again', error.message)
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['outbox'] }),
  })
  if (data?.failingSince == null || dataUpdatedAt - Date.parse(data.failingSince) < patience) return null
  return (
    <section className={styles.trouble} data-beside="" role="alert" aria-labelledby="mail-trouble-title">
      <div>
        <h2 id="mail-trouble-title">No mail has gone out since {formatMoment(data.failingSince)}</h2>
        <p>
          {data.failing === 1 ? '1 letter waits' : `${data.failing} letters wait`} and nothing is lost: each is tried again by
          itself. {data.lastFault === '' ? '' : `The mail server says: ${data.lastFault}`}
        </p>
      </div>
      <Button onClick={() => sendNow.mutate()} disabled={sendNow.isPending}>
        Try now
      </Button>
    </section>
  )
}
