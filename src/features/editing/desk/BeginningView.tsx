import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { unsentAnswers } from '../../../dashboard/browser-storage.ts'
import { call } from '../../../dashboard/client.ts'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { fromHere } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { type BeginningQuestion, type BeginningResponse, siteRoutes } from '../api.ts'
import { hrefOf } from './map-words.ts'
import { siteQuery } from './queries.ts'
import styles from './site.module.css'

/** The questions of `init`: who we are. What is understood, and what else says the old, is shown before drafts are made of it. */
export function BeginningView() {
  const client = useQueryClient()
  const [answers, setAnswers] = useState(() => unsentAnswers.of('begin') ?? {})
  const [read, setRead] = useState<BeginningResponse>()
  const [state, setState] = useState<'new' | 'read' | 'changed'>('new')
  const [busy, setBusy] = useState(false)
  const send = async (save: boolean): Promise<void> => {
    const goOn = fromHere()
    setBusy(true)
    try {
      const next = await call(siteRoutes.siteBeginning, { body: { answers, save } })
      setRead(next)
      if (state !== 'new' || Object.keys(answers).length > 0) setState('read')
      if (next.saved.length === 0) return
      unsentAnswers.store('begin', undefined)
      await client.invalidateQueries(siteQuery)
      goOn(`changes/${next.saved.join()}`)
    } catch (error) {
      showFailure('reading who we are', 'The answers were not read', error)
    } finally {
      setBusy(false)
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for the questions
  useEffect(() => void send(false), [])
  if (read === undefined) return <p role="status">Loading…</p>
  const put = (id: string, answer: string): void => {
    const next = { ...answers, [id]: answer }
    setAnswers(next)
    unsentAnswers.store('begin', next)
    setState('changed')
  }
  const isFaulty = read.questions.some(({ faults }) => faults.length > 0)
  return (
    <div className="stack gap-4">
      <p>
        An empty answer leaves what is there; <kbd>-</kbd> leaves something out. Nothing is published here, and each of it can be
        changed later. <a href="#documents">Skip this</a>.
      </p>
      <form
        className={`stack gap-4 ${styles.form}`}
        aria-busy={busy}
        onSubmit={(event) => {
          event.preventDefault()
          void send(false)
        }}
      >
        {read.questions.map((question) => (
          <Answer
            key={question.id}
            {...question}
            answer={answers[question.id] ?? ''}
            put={(answer) => put(question.id, answer)}
          />
        ))}
        <div className="fields">
          <Button type="submit" disabled={busy}>
            Read the answers
          </Button>
        </div>
      </form>
      {state !== 'new' && (
        <section className="stack gap-3" aria-labelledby="understood">
          <h2 id="understood" role="status">
            {state === 'changed' ? 'Read the answers again' : isFaulty ? 'Some answers cannot be used' : 'This is understood'}
          </h2>
          {state === 'read' && !isFaulty && (
            <>
              <dl className="facts">
                {read.questions
                  .filter(({ id }) => answers[id])
                  .map(({ id, words, now }) => (
                    <div key={id}>
                      <dt>{words.replace(/, such as.*|, or -.*|, with .*/, '')}</dt>
                      <dd>{now || '-'}</dd>
                    </div>
                  ))}
              </dl>
              {read.leftovers.length > 0 && (
                <>
                  <h3>Other texts still say what these answers change</h3>
                  <ul>
                    {read.leftovers.map(({ path, name, field, label, words }) => (
                      <li key={`${path} ${field.join()} ${words}`}>
                        <a href={hrefOf(path, field)}>{`${name} · ${label}`}</a>
                        {`: ${words}`}
                      </li>
                    ))}
                  </ul>
                </>
              )}
              <div className="fields">
                <Button disabled={busy} onClick={() => void send(true)}>
                  Make drafts of it, and see what changes
                </Button>
              </div>
            </>
          )}
        </section>
      )}
      <section className="stack gap-2" aria-labelledby="domain">
        <h2 id="domain">Last: the domain, and who signs in</h2>
        <p>
          Whoever runs the server puts two lines into its settings (.env, or /etc/kolam.env), and starts it again. install.sh with
          these two does both, and gives the pages that the proxy answers itself the colours of the site.
        </p>
        <pre>
          {`PUBLIC_URL=${location.protocol === 'https:' ? location.origin : 'https://your-domain'}\nADMIN_EMAIL=you@your-domain`}
        </pre>
      </section>
    </div>
  )
}

const noAnswer = 'As it is'

/** A question with its answer, and what is wrong with it. */
function Answer({
  id,
  words,
  isYesNo,
  now,
  faults,
  answer,
  put,
}: BeginningQuestion & { readonly answer: string; put(answer: string): void }) {
  const shared = {
    id: `answer-${id}`,
    'aria-describedby': `answer-fault-${id}`,
    'aria-invalid': faults.length > 0 || undefined,
    value: answer,
  }
  return (
    <div className={`field ${styles.field}`}>
      <label htmlFor={`answer-${id}`}>{isYesNo ? `${words}?` : words}</label>
      {isYesNo ? (
        <select {...shared} onChange={({ target }) => put(target.value)}>
          <option value="">{`${noAnswer}: ${now}`}</option>
          <option value="yes">Yes</option>
          <option value="no">No</option>
        </select>
      ) : (
        <input {...shared} placeholder={now} maxLength={300} onChange={({ target }) => put(target.value)} />
      )}
      <span className="fault" id={`answer-fault-${id}`}>
        {faults.join(' ')}
      </span>
    </div>
  )
}
