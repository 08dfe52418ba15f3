import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { paths } from '../../../api/paths.ts'
import { routes } from '../../../api/routes.ts'
import { call } from '../../../dashboard/client.ts'
import { formatMoment } from '../../../dashboard/labels.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { DeleteQuestion } from '../../../dashboard/ui/DeleteQuestion.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { Screen } from '../../../dashboard/ui/Screen.tsx'
import { maxTokens, openapiPath, scriptRoutes, type TokenRecord } from '../api.ts'
import { Secret } from './Secret.tsx'
import { WebhookPart } from './WebhookPart.tsx'

const scriptsQuery = queryOptions({ queryKey: ['scripts'], queryFn: ({ signal }) => call(scriptRoutes.scripts, { signal }) })

/** The page of the admin's own programs. */
export function ScriptsPage() {
  const query = useQuery(scriptsQuery)
  return (
    <Screen
      title="Scripts"
      busy={query.isPending}
      about={
        <p className="soft small">
          Your own programs can read applications and hear of changes. <a href={openapiPath}>openapi.json</a> describes how.
        </p>
      }
    >
      <LoadFailure title="The scripts could not be loaded" query={query} />
      {query.data !== undefined && <Tokens tokens={query.data.tokens} />}
      <WebhookPart />
    </Screen>
  )
}

/** The tokens, and the form that makes one. A new one is shown once. */
function Tokens({ tokens }: { readonly tokens: readonly TokenRecord[] }) {
  const client = useQueryClient()
  const [made, setMade] = useState<string>()
  const [toEnd, setToEnd] = useState<TokenRecord>()
  const [isBusy, setBusy] = useState(false)
  async function act(operation: string, title: string, work: () => Promise<unknown>): Promise<void> {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      showFailure(operation, title, error)
    }
    setBusy(false)
    await client.invalidateQueries({ queryKey: scriptsQuery.queryKey })
  }
  function make(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const form = event.currentTarget
    const name = String(new FormData(form).get('name'))
    void act('making a token', 'No token was made', async () => {
      setMade((await call(scriptRoutes.makeToken, { body: { name } })).token)
      form.reset()
    })
  }
  return (
    <section className="stack gap-3 part" aria-labelledby="tokens">
      <h2 id="tokens">Tokens</h2>
      <p className="soft">
        A program with a token reads the list, single applications with their notes and scores, the numbers and the CSV export. It
        can change nothing, and sees nothing else. Make one for each program, so that you can end it alone.
      </p>
      <pre className="box small typed">
        {`curl -H "Authorization: Bearer $TOKEN" "${location.origin}${routes.applications.path}?status=pending"\n`}
        {`curl -H "Authorization: Bearer $TOKEN" "${location.origin}${paths.export}"`}
      </pre>
      {made !== undefined && (
        <div role="status">
          <Secret label="The new token. It is not shown again." value={made} />
        </div>
      )}
      <ul className="lined" data-list="" tabIndex={-1} aria-label="Tokens">
        {tokens.map((token) => (
          <li key={token.id} className="row gap-2 middle spread">
            <p className="entry">
              <b>{token.name}</b>
              <span className="below">
                Made {formatMoment(token.created_at)},{' '}
                {token.used_at === null ? 'not used yet' : `last used ${formatMoment(token.used_at)}`}
              </span>
            </p>
            <Button tone="quiet" aria-label={`End ${token.name}`} disabled={isBusy} onClick={() => setToEnd(token)}>
              End…
            </Button>
          </li>
        ))}
      </ul>
      {tokens.length < maxTokens ? (
        <form className="fields" onSubmit={make}>
          <Field label="Name of the program">
            <input name="name" required maxLength={60} autoComplete="off" placeholder="Weekly report" />
          </Field>
          <Button type="submit" disabled={isBusy}>
            Make a token
          </Button>
        </form>
      ) : (
        <p className="soft small">There can be {maxTokens} tokens. End one to make another.</p>
      )}
      <DeleteQuestion
        subject={toEnd}
        title={({ name }) => `End the token “${name}”?`}
        verb="End"
        text={() => 'Its program is refused from now on. This cannot be undone.'}
        close={() => setToEnd(undefined)}
        remove={({ id }) => {
          setMade(undefined)
          void act('ending a token', 'Not ended', () => call(scriptRoutes.endToken, { at: { id } }))
        }}
      />
    </section>
  )
}
