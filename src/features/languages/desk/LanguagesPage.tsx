import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { FieldPath } from '../../../api/site-content.ts'
import { sitePath } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { formatCount, formatDay, formNames } from '../../../dashboard/labels.ts'
import { refusalOf, reportFailure } from '../../../dashboard/session/failures.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { may } from '../../../dashboard/session/rights.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field } from '../../../dashboard/ui/Field.tsx'
import { Notice, Screen } from '../../../dashboard/ui/Screen.tsx'
import { toast } from '../../../dashboard/ui/toast.ts'
import { type GapRecord, type LanguageRecord, languageRoutes, type PartRecord } from '../api.ts'
import styles from './languages.module.css'

const languagesQuery = queryOptions({
  queryKey: ['languages'],
  queryFn: ({ signal }) => call(languageRoutes.languages, { signal }),
  staleTime: 0,
})

/** The address of a field of a document at the desk. */
const hrefOf = (path: string, field?: FieldPath): string =>
  `${sitePath}#${path}${field === undefined ? '' : `@${encodeURIComponent(JSON.stringify(field))}`}`

const partNames: Readonly<Record<string, string>> = {
  ...formNames,
  shared: 'Every form: buttons, errors, letters, own page',
  '/apply': 'Page /apply',
  '/terms': 'Page /terms',
  '/privacy': 'Page /privacy',
}

const englishName = (code: string): string => new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code

/** The languages besides English: what each says, what it lacks, and who has read it. */
export function LanguagesPage() {
  const query = useQuery(languagesQuery)
  const languages = query.data?.languages ?? []
  return (
    <Screen
      title="Languages"
      within={<a href={sitePath}>Site</a>}
      busy={query.isPending}
      about={
        <p className="soft small">
          A form is live in a language while the language says all of it. Counted with the drafts; what is live is what is
          published.
        </p>
      }
    >
      <LoadFailure title="The languages could not be loaded" query={query} />
      {query.data !== undefined && languages.length === 0 && (
        <Notice title="English only">
          <p>
            A language is a folder of content/languages, with its name and its sentences. content/README.md says how to begin one.
          </p>
        </Notice>
      )}
      {languages.map((language) => (
        <Language key={language.code} language={language} />
      ))}
    </Screen>
  )
}

function Language({ language }: { readonly language: LanguageRecord }) {
  const { code, name, parts, gaps, documents } = language
  const [missing, differing] = [gaps.filter(({ differs }) => differs === ''), gaps.filter(({ differs }) => differs !== '')]
  return (
    <section className="stack gap-4" aria-labelledby={`language-${code}`}>
      <h2 id={`language-${code}`}>
        {englishName(code)} <span lang={code}>{name}</span>
      </h2>
      <ReadBy language={language} />
      <table className={`figures ${styles.parts}`}>
        <thead>
          <tr>
            <th scope="col">Form or page</th>
            <th scope="col">Said</th>
            <th scope="col">On the site</th>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <Part key={part.part} part={part} code={code} />
          ))}
        </tbody>
      </table>
      <Gaps title="Not said yet" gaps={missing} />
      <Gaps title="With other placeholders than the English" gaps={differing} />
      {gaps.length === 0 && <p>Every sentence is said.</p>}
      <div className="stack gap-2">
        <h3>All of it</h3>
        <ul className="lined">
          {documents.map(({ path, name: document, sentences }) => (
            <li key={path}>
              <a href={hrefOf(path)}>{document}</a>
              <span className="below">
                {sentences === null
                  ? 'Its name, its direction, and the forms that are offered in it'
                  : sentences === 1
                    ? '1 sentence'
                    : `${formatCount(sentences)} sentences`}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Part({ part: { part, path, translated, all, live }, code }: { readonly part: PartRecord; readonly code: string }) {
  const lacks = all - translated
  return (
    <tr>
      <th scope="row">{partNames[part]}</th>
      <td className={lacks > 0 ? 'bad' : undefined}>{`${formatCount(translated)} of ${formatCount(all)}`}</td>
      <td>{path !== null && (live ? <a href={`/${code}${path}`}>Live</a> : 'English only')}</td>
    </tr>
  )
}

/** Sentences to be written, each with its place. */
function Gaps({ title, gaps }: { readonly title: string; readonly gaps: readonly GapRecord[] }) {
  if (gaps.length === 0) return null
  return (
    <div className="stack gap-2">
      <h3>
        {title} <span>{formatCount(gaps.length)}</span>
      </h3>
      <ul className="lined">
        {gaps.map(({ english, path, was, differs, parts, source }) => (
          <li key={path + english}>
            <a href={hrefOf(path, [english])}>{english}</a>
            {was !== null && <span className="below">{`The English changed. Before: ${was}`}</span>}
            {differs !== '' && <span className="fault below">{differs}</span>}
            <span className="below">
              {parts.map((part) => partNames[part]).join(', ')}
              {source !== null && (
                <>
                  {parts.length > 0 && ' · '}
                  English in <a href={hrefOf(source.path, source.field)}>{source.name}</a>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Who has read the language last, and the form that records it. */
function ReadBy({ language: { code, read_by, read_on, changed_at, gaps } }: { readonly language: LanguageRecord }) {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState('')
  const language = englishName(code)
  async function mark(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    setBusy(true)
    setFault('')
    try {
      await call(languageRoutes.markRead, { at: { code }, body: { name: String(new FormData(form).get('name')) } })
      form.reset()
      toast.success('Marked as read', language)
    } catch (error) {
      reportFailure('marking a language as read', error)
      setFault(refusalOf(error) ?? 'It was not marked as read.')
    }
    setBusy(false)
    await client.invalidateQueries()
  }
  return (
    <>
      {read_by === '' ? (
        <p className="alarm">{`Not yet read by a native reader. Ask somebody who speaks ${language} from childhood to read all of it.`}</p>
      ) : (
        <p>
          {`Read by ${read_by}${read_on === null ? '' : ` on ${formatDay(read_on)}`}.`}
          {changed_at !== null && ` Sentences were published since, on ${formatDay(changed_at)}.`}
        </p>
      )}
      {may(languageRoutes.markRead) && (
        <form className="fields" onSubmit={(event) => void mark(event)}>
          <Field label="Who has read all of it">
            <input name="name" required maxLength={80} autoComplete="off" disabled={gaps.length > 0} />
          </Field>
          <Button type="submit" disabled={busy || gaps.length > 0}>
            Mark as read
          </Button>
          {gaps.length > 0 && <p className="soft small">It can be marked once nothing is missing.</p>}
          {fault !== '' && (
            <p role="alert" className="bad">
              {fault}
            </p>
          )}
        </form>
      )}
    </>
  )
}
