import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { routes } from '../../../api/routes.ts'
import { type ReportKind, reportKinds } from '../../../applications/outbox.ts'
import { deskPath } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formatMoment, messageStateLabel } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { DeleteQuestion } from '../../../dashboard/ui/DeleteQuestion.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { second } from '../../../shared/dates.ts'
import { reference } from '../../../shared/ids.ts'
import { type DeliveryRecord, scriptRoutes, type WebhookRecord } from '../api.ts'
import { Secret } from './Secret.tsx'

const webhookQuery = queryOptions({
  queryKey: ['scripts', 'webhook'],
  queryFn: ({ signal }) => call(scriptRoutes.webhook, { signal }),
  refetchInterval: 10 * second,
})

const eventLabels: Readonly<Record<ReportKind, string>> = {
  received: 'Received: an application has arrived',
  decided: 'Decided: a decision can no longer be undone',
  changed: 'Changed: everything that the applicant does, and notes, meeting, star, scores',
}

/** The webhook: its address and events, a test, and the last reports. */
export function WebhookPart() {
  const client = useQueryClient()
  const query = useQuery(webhookQuery)
  const [secret, setSecret] = useState<string>()
  const [toEnd, setToEnd] = useState<WebhookRecord>()
  const [isBusy, setBusy] = useState(false)
  async function act(operation: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showFailure(operation, `Failed: ${operation}`, error)
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: webhookQuery.queryKey })
  }
  function save(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const body = {
      url: String(form.get('url')),
      events: reportKinds.filter((name) => form.getAll('events').includes(name)),
      answers: form.has('answers'),
    }
    void act('saving the webhook', async () => {
      const saved = await call(scriptRoutes.saveWebhook, { body })
      if (saved.secret !== null) setSecret(saved.secret)
      toast.success('Saved')
    })
  }
  const renew = async (): Promise<void> => setSecret((await call(scriptRoutes.renewWebhook, { body: {} })).secret)
  const test = async (): Promise<void> => {
    const { fault } = await call(scriptRoutes.testWebhook, { body: {} })
    if (fault === '') toast.success('The test was accepted')
    else toast.failure('The test was not accepted', fault)
  }
  const { webhook = null, deliveries = [] } = query.data ?? {}
  return (
    <section className="stack gap-3 part" aria-labelledby="webhook" tabIndex={-1}>
      <h2 id="webhook">Webhook</h2>
      <p className="soft">
        We call one https address when something happens to an application. Each call is signed, and repeated for a day until it
        is accepted. It has the reference and the status, and nothing about the person unless you include it. An address of Slack
        (hooks.slack.com) gets a message for its channel.
      </p>
      <LoadFailure title="The webhook could not be loaded" query={query} />
      {query.data !== undefined && (
        <form className="stack gap-3" onSubmit={save} key={JSON.stringify(webhook)}>
          <div className="fields">
            <Field label="Address">
              <input
                name="url"
                type="url"
                required
                maxLength={500}
                defaultValue={webhook?.url}
                placeholder="https://example.com/webhook"
              />
            </Field>
          </div>
          <fieldset>
            <legend className="small">Events</legend>
            {reportKinds.map((event) => (
              <label key={event} className="check">
                <input
                  type="checkbox"
                  name="events"
                  value={event}
                  defaultChecked={webhook === null ? event !== 'changed' : webhook.events.includes(event)}
                />
                {eventLabels[event]}
              </label>
            ))}
          </fieldset>
          <fieldset>
            <legend className="small">Data</legend>
            <label className="check">
              <input type="checkbox" name="answers" defaultChecked={webhook?.answers ?? false} />
              Include name, e-mail address, company and answers
            </label>
            <p className="soft small">Then name whoever receives them on your privacy page.</p>
          </fieldset>
          <div className="row gap-2">
            <Button type="submit" disabled={isBusy}>
              Save the webhook
            </Button>
            {webhook !== null && (
              <>
                <Button disabled={isBusy} onClick={() => void act('sending a test', test)}>
                  Send a test
                </Button>
                <Button tone="quiet" disabled={isBusy} onClick={() => void act('making a secret', renew)}>
                  New secret
                </Button>
                <Button tone="quiet" onClick={() => setToEnd(webhook)}>
                  End the webhook…
                </Button>
              </>
            )}
          </div>
        </form>
      )}
      {secret !== undefined && webhook !== null && (
        <div role="status">
          <Secret label="The secret that signs the calls. It is not shown again." value={secret} />
        </div>
      )}
      {deliveries.length > 0 && (
        <>
          <h3 id="reports">Last reports</h3>
          <ul className="lined" aria-labelledby="reports">
            {deliveries.map((delivery) => (
              <Delivery
                key={delivery.id}
                delivery={delivery}
                again={
                  isBusy || webhook === null || !['sent', 'parked'].includes(delivery.state)
                    ? undefined
                    : () => void act('sending again', () => call(routes.retry, { at: { id: delivery.id } }))
                }
              />
            ))}
          </ul>
        </>
      )}
      <DeleteQuestion
        subject={toEnd}
        title={() => 'End the webhook?'}
        verb="End"
        text={() => 'Nothing is sent to its address any more, also not what waits now.'}
        close={() => setToEnd(undefined)}
        remove={() => void act('ending the webhook', () => call(scriptRoutes.endWebhook))}
      />
    </section>
  )
}

/** A report, with its state. @param again sends it again; undefined while it waits */
function Delivery({ delivery, again }: { readonly delivery: DeliveryRecord; readonly again: (() => void) | undefined }) {
  const { application_id: id, event, what, created_at } = delivery
  return (
    <li className="row gap-2 middle spread">
      <p className="entry">
        <b>{event}</b>
        {event === 'changed' && `: ${what.replaceAll('_', ' ')}`},{' '}
        <a href={`${deskPath}?details=${encodeURIComponent(id)}`}>{reference(id)}</a>
        <span className="below">
          {formatMoment(created_at)} · {messageStateLabel(delivery)}
        </span>
      </p>
      {again !== undefined && (
        <Button tone="quiet" aria-label={`Send again: ${event}, ${reference(id)}`} onClick={again}>
          Send again
        </Button>
      )}
    </li>
  )
}
