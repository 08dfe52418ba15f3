import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { deskFeatures, listViewOf } from '../features.ts'
import { applicantLabel, formNames, stateOf } from '../labels.ts'
import { useOpenLetter } from '../letters/letters.ts'
import { ShownLetter } from '../letters/ShownLetter.tsx'
import { RefusedSignIns } from '../session/RefusedSignIns.tsx'
import { isAdmin } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import { DeleteQuestion } from '../ui/DeleteQuestion.tsx'
import { fetchLaterParts, Later, LaterOnce, later } from '../ui/Later.tsx'
import { NewRows } from '../ui/NewRows.tsx'
import { Notice, Screen } from '../ui/Screen.tsx'
import { useSteady } from '../ui/steady.ts'
import { useKeysSwitch } from '../ui/use-keys.ts'
import { useMedia } from '../ui/use-media.ts'
import styles from './applications-page.module.css'
import { Cards } from './Cards.tsx'
import { changedRecord, listed } from './cache.ts'
import { Filters } from './Filters.tsx'
import { filtersOf, isFiltered, searchFault } from './filters.ts'
import { List, ListHead, ListSkeleton, unsearched } from './List.tsx'
import { focusList } from './list-focus.ts'
import { listQuery, outboxQuery, type PagesResult } from './queries.ts'
import { ReadingPane } from './ReadingPane.tsx'
import type { RowActions } from './row-actions.ts'
import { Tools } from './Tools.tsx'
import { Untouched } from './Untouched.tsx'
import { useUrlState } from './url-state.ts'
import { type Reading, useReading } from './use-reading.ts'

/** The width from which the reading pane is shown. A sheet of paper is narrower, and the open application is printed. */
const wide = 'print, (min-width: 66rem)'

const keyOf = ({ id }: ApplicationRecord): string => id

/** A decided application stays in the list with its new status; a deleted one does not stay. */
const left = ({ id }: ApplicationRecord): ApplicationRecord | undefined => changedRecord(id)

/** The list for the filters in the address bar, and its query. */
function useFilteredList() {
  const [urlState, go] = useUrlState()
  const filters = useMemo(() => filtersOf(urlState), [urlState])
  const fault = searchFault(filters)
  const result = useInfiniteQuery({ ...listQuery(filters), enabled: fault === undefined })
  const rows = useMemo(
    () => result.data?.pages.flatMap((page) => page.applications.flatMap((record) => listed(record, filters) ?? [])) ?? [],
    [result.data, filters],
  )
  // The copy of the last visit is replaced as a whole.
  const of = `${JSON.stringify(filters)} ${result.isPlaceholderData}`
  const { shown: records, held, show } = useSteady({ list: 'applications', rows, of, keyOf, left })
  useReachOpen(urlState.open, rows, result)
  const first = result.data?.pages[0]
  const total = Math.max(0, (first?.total ?? 0) - held)
  const list = { records, total, capped: first?.totalCapped === true, status: urlState.status }
  return { urlState, go, filters, fault, result, list, arrived: { held, show } }
}

/** Loads the list as far as the application that the address named when the page was opened, at most so many pages. */
const reachPages = 20

function useReachOpen(open: string | undefined, rows: readonly ApplicationRecord[], result: PagesResult): void {
  const [sought] = useState(open)
  const { hasNextPage, isFetching, isError, fetchNextPage, data } = result
  const isReached = sought === undefined || open !== sought || rows.some(({ id }) => id === sought)
  const mayGoOn = !isReached && hasNextPage && !isFetching && !isError && (data?.pages.length ?? 0) < reachPages
  useEffect(() => {
    if (mayGoOn) void fetchNextPage()
  }, [mayGoOn, fetchNextPage])
}

interface ListedProps {
  readonly result: PagesResult
  readonly records: readonly ApplicationRecord[]
  /** Why the search cannot be parsed. */
  readonly fault: string | undefined
  readonly filtered: boolean
  readonly selected: string | undefined
  readonly actions: RowActions
}

/** The list, or the reason why there is none. */
function Listed({ result, records, fault, filtered, selected, actions }: ListedProps) {
  // The field says why.
  if (fault !== undefined)
    return (
      <Notice title="The search cannot be read">
        <p>Change its words above, or clear the filters.</p>
      </Notice>
    )
  if (result.isPending) return <ListSkeleton />
  if (records.length > 0) return <List records={records} result={result} selected={selected} actions={actions} />
  if (result.isError)
    return (
      <Notice title="The applications could not be loaded">
        <p>{result.error.message}</p>
        <Button onClick={() => void result.refetch()}>Try again</Button>
      </Notice>
    )
  return (
    <Notice title={filtered ? 'No applications found' : 'No applications yet'}>
      <p>{filtered ? 'Try adjusting your filters to see more results.' : 'No applications have been submitted yet.'}</p>
      {!filtered && <Untouched />}
      {result.data?.pages[0]?.unsearched && <p>{unsearched}</p>}
    </Notice>
  )
}

const mailAlarms = later('the messages', async () => (await import('../letters/MailTrouble.tsx')).MailAlarms)

/** What is wrong with the mail, or with this installation. */
function Alarms(props: { open(applicationId: string): void }) {
  const { data } = useQuery(outboxQuery)
  if (data === undefined) return null
  const needed = data.parked.length > 0 || data.failingSince != null || (data.warnings ?? []).length > 0
  return <LaterOnce part={mailAlarms} needed={needed} props={props} failed={() => undefined} />
}

const bulkDecision = later('what can be done with them', async () => (await import('../decisions/BulkDecision.tsx')).BulkDecision)

const detailsDialog = later('the details', async () => (await import('./DetailsDialog.tsx')).DetailsDialog)

/** The dialogs: details, the confirmation of a deletion, a letter. */
function Dialogs({ reading, id }: { readonly reading: Reading; readonly id: string | undefined }) {
  return (
    <>
      <LaterOnce
        part={detailsDialog}
        needed={id !== undefined}
        props={{ id, listed: reading.dialog.record, ...reading.dialog, actions: reading.actions, close: reading.closeDetails }}
        failed={reading.closeDetails}
      />
      <DeleteQuestion
        subject={reading.pendingDeletion}
        title={() => 'Are you sure you want to delete this application?'}
        text={(record) =>
          `${applicantLabel(record)}: ${formNames[record.form_type]}. Its answers, files and unsent letters are deleted with it.`
        }
        close={reading.cancelDeletion}
        remove={reading.confirmDeletion}
      />
      <ShownLetter decide={reading.actions.decide} />
    </>
  )
}

/** The page of applications: counts, filters, the list, the reading pane; in their place what a feature shows. */
export function ApplicationsPage() {
  const { urlState, go, filters, fault, result, list, arrived } = useFilteredList()
  const { records } = list
  const [typedFault, setTypedFault] = useState(fault)
  const isWide = useMedia(wide)
  const [keysOn] = useKeysSwitch()
  const letter = useOpenLetter()
  const searchField = useRef<HTMLInputElement>(null)
  const reading = useReading({ list, isWide, keysOn: keysOn && letter === undefined, searchField })
  const { pane, actions } = reading
  const filtered = isFiltered(filters)
  const isPainted = !result.isPending
  useEffect(() => (isPainted ? fetchLaterParts() : undefined), [isPainted])
  const before = typedFault === undefined ? undefined : filters.search
  const view = listViewOf(urlState)
  useFocusAfter(view !== undefined)

  return (
    <Screen
      title="Applications"
      hasList
      tools={<Tools filters={filters} keysOn={keysOn && urlState.details === undefined} near={reading.near} />}
    >
      {isAdmin() && <RefusedSignIns />}
      {isAdmin() && <Alarms open={(id) => go({ details: id })} />}
      {view !== undefined ? (
        <Later
          key={view.word}
          part={view.part}
          props={{ reading, result, filters, fault, urlState, go }}
          waiting={<ListSkeleton />}
          failed={reading.showList}
        />
      ) : (
        <>
          <div className={`stack ${styles.strip}`}>
            <Cards urlState={urlState} go={go} />
            <Filters urlState={urlState} go={go} searchField={searchField} fault={typedFault} setFault={setTypedFault} />
          </div>
          <div className={styles.desk} data-columns={isWide && result.isPending ? '' : undefined}>
            <section className={styles.listed} data-beside="" aria-label="List of applications" aria-busy={result.isFetching}>
              {isAdmin() &&
                deskFeatures.map(({ name, aboveList: Part }) => Part && <Part key={name} filters={filters} go={go} />)}
              {fault === undefined && (result.isPending || records.length > 0) && (
                <ListHead result={result} list={list} filtered={filtered} before={before} urlState={urlState} go={go} />
              )}
              <NewRows list="applications" noun="application" {...arrived} />
              <LaterOnce
                part={bulkDecision}
                needed={reading.batch.selected.length > 0}
                props={{ ...reading.batch, filters }}
                failed={() => reading.batch.setSelected([])}
              />
              <Listed
                result={result}
                records={records}
                fault={fault}
                filtered={filtered}
                selected={pane.record?.id}
                actions={actions}
              />
            </section>
            {isWide && fault === undefined && (records.length > 0 || pane.record !== undefined) && (
              <ReadingPane
                {...pane}
                isJustReplaced={reading.isJustReplaced}
                {...{ actions, urlState }}
                begin={() => records[0] && actions.read(records[0])}
              />
            )}
          </div>
        </>
      )}
      <p className="visually-hidden" role="status">
        {pane.record && `${pane.record.applicant_name}, ${stateOf(pane.record)}, ${pane.position}`}
      </p>
      <Dialogs reading={reading} id={urlState.details} />
    </Screen>
  )
}

/** Gives the focus to the list when it comes back. */
function useFocusAfter(isElsewhere: boolean): void {
  const was = useRef(isElsewhere)
  useEffect(() => {
    if (was.current && !isElsewhere) focusList()
    was.current = isElsewhere
  }, [isElsewhere])
}
