import { useQuery } from '@tanstack/react-query'
import { Printer } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import type { DetailItem } from '../../forms/views/as-text.ts'
import { reference } from '../../shared/ids.ts'
import { PlainAnswers } from '../applications/Answers.tsx'
import { filtersOf } from '../applications/filters.ts'
import { PrintedList } from '../applications/PrintedList.tsx'
import { matchesQuery } from '../applications/queries.ts'
import { deskPath, packPath, readUrlState } from '../applications/url-state.ts'
import { applicantName, formatCount, formatDay, formNames, stateOf, statusNames } from '../labels.ts'
import { Total } from '../scores/Scores.tsx'
import { LoadFailure } from '../session/LoadFailure.tsx'
import { usePageUrl } from '../ui/address-bar.ts'
import { Button } from '../ui/Button.tsx'
import { Screen } from '../ui/Screen.tsx'
import styles from './pack.module.css'

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
  const [isAnonymous, setAnonymous] = useState(false)
  const query = useQuery(matchesQuery(filtersOf(urlState)))
  const { records: all = [], total = 0, capped = false } = query.data ?? {}
  const records = ids.size === 0 ? all : all.filter(({ id }) => ids.has(id))
  const isWhole = ids.size > 0 || !capped
  return (
    <Screen
      title="Pack"
      busy={query.isPending}
      about={
        <p className="soft" role="status">
          {query.isPending
            ? 'Loading…'
            : `${formatCount(records.length)} ${records.length === 1 ? 'application' : 'applications'}${isWhole ? '' : ` of ${formatCount(total)}`}, a table and then one application a page`}
        </p>
      }
      tools={
        <Button tone="quiet" disabled={records.length === 0} onClick={() => print()}>
          <Printer aria-hidden="true" size={16} strokeWidth={1.75} />
          Print or save as PDF
        </Button>
      }
    >
      <label className="check" data-print="no">
        <input type="checkbox" checked={isAnonymous} onChange={(event) => setAnonymous(event.target.checked)} />
        Without names, companies and contacts. What applicants wrote about themselves stays.
      </label>
      {records.length > 0 && (
        <>
          <div className="across">
            <PrintedList records={records} isWhole={isWhole} isAnonymous={isAnonymous} />
          </div>
          {records.map((record) => (
            <Sheet key={record.id} record={record} isAnonymous={isAnonymous} />
          ))}
        </>
      )}
      <LoadFailure title="The applications could not be loaded" query={query} />
    </Screen>
  )
}

/** One application on its own page. */
const Sheet = ({ record, isAnonymous }: { readonly record: ApplicationRecord; readonly isAnonymous: boolean }) => (
  <article className={`part ${styles.sheet}`} aria-label={isAnonymous ? reference(record.id) : applicantName(record)}>
    <h2>{isAnonymous ? reference(record.id) : applicantName(record)}</h2>
    <p className="soft">
      {[
        ...(isAnonymous ? [] : [record.company_name, reference(record.id)]),
        formNames[record.form_type],
        statusNames[stateOf(record)],
        formatDay(record.submitted_at),
      ]
        .filter(Boolean)
        .join(' · ')}{' '}
      <Total record={record} />
    </p>
    <dl>
      <PlainAnswers record={record} isShown={(item) => !isAnonymous || !isAboutWho(item)} />
    </dl>
  </article>
)
