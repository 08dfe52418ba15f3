import { useIsFetching, useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { scoreOf } from '../../../applications/rubric.ts'
import { PlainAnswers } from '../../../dashboard/applications/Answers.tsx'
import { filtersOf } from '../../../dashboard/applications/filters.ts'
import { PrintedList } from '../../../dashboard/applications/PrintedList.tsx'
import { paperQuery } from '../../../dashboard/applications/queries.ts'
import { deskPath, readUrlState } from '../../../dashboard/applications/url-state.ts'
import { deskFeatures } from '../../../dashboard/features.ts'
import { applicantName, formatCount, formatDay, formNames, stateOf, statusNames } from '../../../dashboard/labels.ts'
import { Total } from '../../../dashboard/scores/Scores.tsx'
import { useRubric } from '../../../dashboard/scores/scores.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { usePageUrl } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Later, later } from '../../../dashboard/ui/Later.tsx'
import { Screen } from '../../../dashboard/ui/Screen.tsx'
import type { DetailItem } from '../../../forms/views/as-text.ts'
import { reference } from '../../../shared/ids.ts'
import styles from './pack.module.css'
import { packPath } from './pack.ts'

/** What features add to an application on paper. */
const papers = deskFeatures.flatMap(({ name, paper }) => (paper ? [{ name, part: later(paper.title, paper.load, true) }] : []))

/** The list that an address names, and the ids of a selection from it, which are in the part that is not sent to the server. */
function readAddress({ pathname, search, hash }: URL) {
  const urlState = readUrlState({ pathname: pathname.replace(packPath, deskPath), search })
  return { urlState, ids: new Set(hash.slice(1).split(',').filter(Boolean)) }
}

/** Kinds and names of questions that say who it is. Own questions are shown: only the reviewer knows what they ask. */
const tellingKinds: readonly DetailItem['kind'][] = ['email', 'tel', 'url', 'file']
const isAboutWho = ({ name, kind }: DetailItem): boolean => tellingKinds.includes(kind) || /name$/i.test(name)

/** The applications of a list as a pack for paper: a table, then one application a page. Everything is in the page, because paper has no scrolling. */
export function PackPage() {
  const url = usePageUrl()
  const { urlState, ids } = useMemo(() => readAddress(url), [url])
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set(['pages', 'scores']))
  const query = useQuery(paperQuery(filtersOf(urlState)))
  const isLoading = useIsFetching() > 0
  const all = query.data ?? []
  const records = ids.size === 0 ? all : all.filter(({ id }) => ids.has(id))
  const isAnonymous = ticked.has('anonymous')
  const choices = [
    ['anonymous', 'Without names, companies and contacts. What applicants wrote about themselves stays.'],
    ['pages', 'After the table, one application a page'],
    ['scores', 'Scores by criterion'],
    ['notes', 'Notes'],
    ...papers.map(({ name, part }) => [name, part.name] as const),
  ] as const
  return (
    <Screen
      title="Pack"
      busy={query.isPending}
      about={
        <p className="soft" role="status">
          {query.isPending
            ? 'Loading…'
            : `${formatCount(records.length)} ${records.length === 1 ? 'application' : 'applications'}`}
        </p>
      }
      tools={
        <Button tone="quiet" disabled={records.length === 0 || isLoading} onClick={() => print()}>
          <Printer aria-hidden="true" size={16} strokeWidth={1.75} />
          Print or save as PDF
        </Button>
      }
    >
      <fieldset className={`row ${styles.choices}`} data-print="no">
        <legend className="visually-hidden">What is printed</legend>
        {choices.map(([key, label]) => (
          <label key={key} className="check">
            <input
              type="checkbox"
              checked={ticked.has(key)}
              onChange={({ target }) => setTicked(new Set([...ticked, key].filter((each) => target.checked || each !== key)))}
            />
            {label}
          </label>
        ))}
      </fieldset>
      {records.length > 0 && (
        <>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which needs the focus of a keyboard */}
          <section className="across" tabIndex={0} aria-label="The table">
            <PrintedList records={records} isWhole isAnonymous={isAnonymous} />
          </section>
          {ticked.has('pages') && records.map((record) => <Sheet key={record.id} record={record} ticked={ticked} />)}
        </>
      )}
      <LoadFailure title="The applications could not be loaded" query={query} />
    </Screen>
  )
}

interface SheetProps {
  readonly record: ApplicationRecord
  /** What is printed of it. */
  readonly ticked: ReadonlySet<string>
}

/** One application on its own page. */
function Sheet({ record, ticked }: SheetProps) {
  const isAnonymous = ticked.has('anonymous')
  const title = isAnonymous ? reference(record.id) : applicantName(record)
  const facts = [
    ...(isAnonymous ? [] : [record.company_name, reference(record.id)]),
    formNames[record.form_type],
    statusNames[stateOf(record)],
    formatDay(record.submitted_at),
  ]
  return (
    <article className={`part ${styles.sheet}`} aria-label={title}>
      <h2>{title}</h2>
      <p className="soft">
        {facts.filter(Boolean).join(' · ')} <Total record={record} />
      </p>
      {ticked.has('scores') && <ScoreLine record={record} />}
      {ticked.has('notes') && record.notes !== '' && <p className="quote">{record.notes}</p>}
      {!record.hidden &&
        papers.map(
          ({ name, part }) => ticked.has(name) && <Later key={name} part={part} props={{ record }} failed={() => undefined} />,
        )}
      <dl>
        <PlainAnswers record={record} isShown={(item) => !isAnonymous || !isAboutWho(item)} />
      </dl>
    </article>
  )
}

/** The scores of an application by criterion, for paper; nothing without one. */
function ScoreLine({ record }: { readonly record: ApplicationRecord }) {
  const criteria = useRubric(record.form_type)?.criteria ?? []
  const scored = criteria.flatMap(({ id, name }) => {
    const score = scoreOf(record.scores, id)
    return score === undefined ? [] : [`${name} ${score}`]
  })
  return scored.length === 0 ? null : <p>{scored.join(' · ')}</p>
}
