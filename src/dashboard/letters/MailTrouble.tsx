import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { routes } from '../../api/routes.ts'
import { minute } from '../../shared/dates.ts'
import { outboxQuery } from '../applications/queries.ts'
import { call } from '../client.ts'
import { formatMoment } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { toast } from '../ui/toast.ts'
import { ParkedMail } from './ParkedMail.tsx'

/** How long mail must fail before the banner appears, in milliseconds. */
const bannerDelayMs = 15 * minute

/** What is wrong with the mail, or with this installation. @param open opens an application */
export const MailAlarms = ({ open }: { open(applicationId: string): void }) => (
  <>
    <MailTrouble />
    <Warnings />
    <ParkedMail open={open} />
  </>
)

/** The banner while the operator of the installation should do something. */
function Warnings() {
  const { data } = useQuery(outboxQuery)
  const warnings = data?.warnings ?? []
  if (warnings.length === 0) return null
  return <Banner title="This installation needs attention">{warnings.join(' ')}</Banner>
}

/** The banner while no mail can be sent: since when and why. */
function MailTrouble() {
  const client = useQueryClient()
  const { data, dataUpdatedAt } = useQuery(outboxQuery)
  const sendNow = useMutation({
    mutationFn: () => call(routes.wakeOutbox),
    networkMode: 'always',
    onSuccess: () => toast.success('Trying now', 'The banner disappears when a letter is sent.'),
    onError: (error) => showFailure('trying to send', 'Failed to try again', error),
    onSettled: () => client.invalidateQueries({ queryKey: ['outbox'] }),
  })
  if (data?.failingSince == null || dataUpdatedAt - Date.parse(data.failingSince) < bannerDelayMs) return null
  return (
    <Banner
      title={`No mail has gone out since ${formatMoment(data.failingSince)}`}
      action={
        <Button onClick={() => sendNow.mutate()} disabled={sendNow.isPending}>
          Try now
        </Button>
      }
    >
      {data.failing === 1 ? '1 letter waits' : `${data.failing} letters wait`}. Nothing is lost: each is retried automatically.{' '}
      {data.lastFault === '' ? '' : `The mail server says: ${data.lastFault}`}
    </Banner>
  )
}
