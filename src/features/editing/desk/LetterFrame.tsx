import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { deskPath } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { LetterView } from '../../../dashboard/letters/LetterView.tsx'
import { showFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { isAdmin } from '../../../dashboard/session/rights.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { Either, LetterFormatSwitch } from '../../../dashboard/ui/Switch.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { useMedia } from '../../../dashboard/ui/use-media.ts'
import { siteRoutes } from '../api.ts'
import styles from './site.module.css'

/** The letter of a draft as an application gets it, beside its form. It is composed again when `version` changes. */
export function LetterFrame({ path, version }: { readonly path: string; readonly version: string }) {
  const [application, setApplication] = useState('')
  const [typed, setTyped] = useState('')
  const [plain, setPlain] = useState(false)
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const [chosenDark, setDark] = useState<boolean>()
  const dark = chosenDark ?? systemDark
  const isNarrow = useMedia('(width < 90rem)')
  const [asPhone, setAsPhone] = useState<boolean>()
  const narrow = asPhone ?? isNarrow
  const search = useDeferredValue(typed)
  const query = useQuery({
    queryKey: ['site letter', path, application, search, version],
    queryFn: ({ signal }) => call(siteRoutes.letterDraft, { query: { path, application, search }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    retry: false,
  })
  const { letter, applications = [] } = query.data ?? {}
  const sendTest = async (): Promise<void> => {
    try {
      const { to } = await call(siteRoutes.sendLetterTest, { body: { path, application } })
      toast.success(`A test is on its way to ${to}`)
    } catch (error) {
      showFailure('sending a test', 'The test was not sent', error)
    }
  }
  return (
    <section className={`stack gap-3 ${styles.preview}`} aria-label="Letter of the draft">
      {isAdmin() && (
        <div className="fields">
          <Field label="Find an application">
            <input type="search" value={typed} maxLength={200} onChange={({ target }) => setTyped(target.value)} />
          </Field>
          <Field label="Composed for">
            <select value={application} onChange={({ target }) => setApplication(target.value)}>
              <option value="">An invented applicant</option>
              {applications.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
              {application !== '' && !applications.some(({ id }) => id === application) && (
                <option value={application}>{letter?.to ?? 'The chosen application'}</option>
              )}
            </select>
          </Field>
        </div>
      )}
      <div className="row middle">
        <LetterFormatSwitch plain={plain} choose={setPlain} />
        <Either label="Colours" names={['Light', 'Dark']} isSecond={dark} choose={setDark} />
        <Either label="Width" names={['Computer', 'Phone']} isSecond={narrow} choose={setAsPhone} />
        {isAdmin() && <Button onClick={() => void sendTest()}>Send this to me</Button>}
      </div>
      {letter !== undefined && <LetterView {...{ letter, plain, dark, narrow }} />}
      <LoadFailure title="The letter could not be composed" query={query} />
    </section>
  )
}

const counted = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'application' : 'applications'}`

/** For how many applications the draft of a letter could be composed, and what it lacks for some of them. */
export function LetterCheck({ path, revision }: { readonly path: string; readonly revision: number }) {
  const { data } = useQuery({
    queryKey: ['site letter check', path, revision],
    queryFn: ({ signal }) => call(siteRoutes.checkLetterDraft, { query: { path }, signal }),
    staleTime: 0,
    retry: false,
  })
  if (data === undefined) return null
  const { composed, total, missing } = data
  if (total === 0) return <p className="soft small">No application could get this letter now.</p>
  return (
    <div className="stack gap-1 small">
      <p>
        {composed === total
          ? `Composed for ${counted(total)} that could get it now.`
          : `Composed for ${composed.toLocaleString('en')} of ${counted(total)} that could get it now: the newest of each form.`}
      </p>
      {missing.map(({ placeholder, count, applications }) => (
        <p key={placeholder}>
          {`${count.toLocaleString('en')} of them ${count === 1 ? 'lacks' : 'lack'} {${placeholder}}: `}
          {applications.map(({ id, label }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <a href={`${deskPath}?details=${id}`}>{label}</a>
            </span>
          ))}
          {count > applications.length && ' and more'}
        </p>
      ))}
    </div>
  )
}
