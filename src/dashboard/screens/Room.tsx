import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download, Keyboard, LogOut, RefreshCw } from 'lucide-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { paths } from '../../api/paths.ts'
import type { ApplicationRecord } from '../../api/replies.ts'
import type { Status } from '../../applications/application.ts'
import { decide, remove, undoLast } from '../data/decide.ts'
import { filterQuery, filtersOf, isFiltered } from '../data/place.ts'
import { listQuery, statsQuery } from '../data/queries.ts'
import { logOut } from '../data/session.ts'
import { useFresh } from '../data/use-fresh.ts'
import { useKeys } from '../data/use-keys.ts'
import { useKeysSwitch } from '../data/use-keys-switch.ts'
import { useMedia } from '../data/use-media.ts'
import { usePlace } from '../data/use-place.ts'
import { nextPending, walk } from '../data/walk.ts'
import { Button } from '../parts/Button.tsx'
import { Cards } from '../parts/Cards.tsx'
import { DeleteQuestion } from '../parts/DeleteQuestion.tsx'
import { DetailsDialog } from '../parts/DetailsDialog.tsx'
import { Filters } from '../parts/Filters.tsx'
import { KeysHelp } from '../parts/KeysHelp.tsx'
import { List, ListSkeleton } from '../parts/List.tsx'
import { ListHead } from '../parts/ListHead.tsx'
import { Pane } from '../parts/Pane.tsx'
import { ParkedMail } from '../parts/ParkedMail.tsx'
import type { RowActions } from '../parts/Row.tsx'
import styles from './desk-room.module.css'

/** Where list and application stand side by side. */
const wide = '(min-width: 66rem)'

/** The desk of who is signed in: numbers, filters, the list, the application that is read. */
export function Room() {
  const client = useQueryClient()
  const [place, go] = usePlace()
  const filters = useMemo(() => filtersOf(place), [place])
  const result = useInfiniteQuery(listQuery(filters))
  const { data: stats } = useQuery(statsQuery)
  const fetching = useIsFetching() > 0
  const isWide = useMedia(wide)
  const [selected, setSelected] = useState<string>()
  const [doomed, setDoomed] = useState<ApplicationRecord>()
  const [help, setHelp] = useState(false)
  const [keysOn, setKeysOn] = useKeysSwitch()
  const searchField = useRef<HTMLInputElement>(null)

  const records = useMemo(() => result.data?.pages.flatMap((page) => page.applications) ?? [], [result.data])
  const first = result.data?.pages[0]
  const total = { of: first?.total ?? 0, capped: first?.totalCapped === true }
  const beside = walk(records, isWide ? selected : undefined, total, place.status)
  const open = walk(records, place.details, total, place.status)

  const view = useCallback(
    (record: ApplicationRecord) => go({ details: record.id }, place.details === undefined ? 'push' : 'replace'),
    [go, place.details],
  )

  /** Closes the details: a step back where opening them was one, so that Back does not open them again. */
  const closeDetails = useCallback(() => {
    if ((history.state as { desk?: boolean } | null)?.desk === true) history.back()
    else go({ details: undefined }, 'replace')
  }, [go])

  /** What was taken back is read again, if one was reading. */
  const comeBack = (record: ApplicationRecord): void => setSelected((now) => (now === undefined ? now : record.id))

  const actions: RowActions = {
    view,
    read: (record) => {
      setSelected(record.id)
      if (!isWide) view(record)
    },
    decide: async (record: ApplicationRecord, status: Status) => {
      const following = record.id === selected || record.id === place.details ? nextPending(records, record.id) : undefined
      const done = await decide(client, record, status, comeBack)
      if (done !== 'done') return
      // On to the next one; in the dialog one stays, to see what became of it.
      if (record.id === selected && following !== undefined && place.details === undefined) setSelected(following.id)
    },
    remove: setDoomed,
  }

  const removeNow = async (record: ApplicationRecord): Promise<void> => {
    const { next, previous } = walk(records, record.id, total, place.status)
    if ((await remove(client, record, comeBack)) !== 'done') return
    if (record.id === place.details) closeDetails()
    if (record.id === selected) setSelected((next ?? previous)?.id)
  }

  /** What the keys act on: the open details, or else the selected one. */
  const target = place.details === undefined ? beside : open
  const go1 = (record: ApplicationRecord | undefined): void => {
    if (record === undefined) return
    if (place.details !== undefined) view(record)
    else setSelected(record.id)
  }
  const step = (by: 1 | -1): void => {
    if (target.record === undefined) go1(records[0])
    else go1(by === 1 ? target.next : target.previous)
  }
  const decideBy = (status: Status) => (): void => {
    const { record } = target
    const meeting = record?.status === 'pitch' && status !== 'pitch' && place.details !== undefined
    if (record !== undefined && (record.status === 'pending' || meeting)) actions.decide(record, status)
  }
  const openDetails = (): void => {
    if (target.record !== undefined) view(target.record)
  }
  /** Scrolls what is read by most of its height; undefined where nothing is open, so that the page scrolls as ever. */
  const reading = (by: 1 | -1): (() => void) | undefined =>
    target.record === undefined
      ? undefined
      : () => {
          const page = document.querySelector(`${place.details === undefined ? '[data-pane]' : '[data-details]'} [data-scroll]`)
          page?.scrollBy({ top: by * page.clientHeight * 0.85 })
        }
  useKeys(
    {
      j: () => step(1),
      k: () => step(-1),
      o: openDetails,
      Enter: openDetails,
      ' ': reading(1),
      'Shift+Space': reading(-1),
      a: decideBy('approved'),
      p: decideBy('pitch'),
      r: decideBy('rejected'),
      d: () => target.record && setDoomed(target.record),
      u: () => void undoLast(),
      n: () =>
        document
          .querySelector<HTMLElement>(`${place.details === undefined ? '[data-pane]' : '[data-details]'} textarea`)
          ?.focus(),
      '/': place.details === undefined ? () => searchField.current?.focus() : undefined,
      '?': () => setHelp(true),
    },
    keysOn && doomed === undefined && !help,
  )

  const fresh = useFresh(stats?.stats.total, result.dataUpdatedAt)

  const refresh = (): void => void client.invalidateQueries()
  const exportHref = (format: 'csv' | 'xlsx'): string => {
    const query = filterQuery(filters)
    query.set('format', format)
    return `${paths.export}?${query}`
  }

  return (
    <div className={styles.room}>
      <header className={styles.head} data-beside="">
        <h1>Applications</h1>
        <div className={styles.tools}>
          <span className={styles.export}>
            <Download aria-hidden="true" size={16} strokeWidth={1.75} />
            <span>Export</span>
            <a href={exportHref('csv')} download>
              CSV
            </a>
            <a href={exportHref('xlsx')} download>
              XLSX
            </a>
          </span>
          {isWide && (
            <Button tone="quiet" onClick={() => setHelp(true)}>
              <Keyboard aria-hidden="true" size={16} strokeWidth={1.75} />
              Keys
            </Button>
          )}
          <Button tone="quiet" onClick={refresh} data-spinning={fetching ? '' : undefined} className={styles.refresh}>
            <RefreshCw aria-hidden="true" size={16} strokeWidth={1.75} />
            Refresh
          </Button>
          <Button tone="quiet" onClick={() => void logOut()}>
            <LogOut aria-hidden="true" size={16} strokeWidth={1.75} />
            Logout
          </Button>
        </div>
      </header>
      <Cards place={place} go={go} />
      <ParkedMail open={(id) => go({ details: id })} />
      <Filters place={place} go={go} searchField={searchField} />
      <div className={styles.desk}>
        <section className={styles.listed} data-beside="" aria-label="List of applications" aria-busy={result.isFetching}>
          {(result.isPending || records.length > 0) && (
            <ListHead result={result} total={total} filtered={isFiltered(filters)} fresh={fresh} refresh={refresh} />
          )}
          {result.isPending ? (
            <ListSkeleton />
          ) : result.isError && records.length === 0 ? (
            <div className={styles.notice}>
              <h2>The applications could not be loaded</h2>
              <p>{result.error.message}</p>
              <Button onClick={() => void result.refetch()}>Try again</Button>
            </div>
          ) : records.length === 0 ? (
            <div className={styles.notice}>
              <h2>{isFiltered(filters) ? 'No applications found' : 'No applications yet'}</h2>
              <p>
                {isFiltered(filters)
                  ? 'Try adjusting your filters to see more results.'
                  : 'No applications have been submitted yet.'}
              </p>
            </div>
          ) : (
            <List records={records} result={result} selected={isWide ? selected : undefined} actions={actions} />
          )}
        </section>
        {isWide && records.length > 0 && (
          <Pane {...beside} actions={actions} place={place} go={go} begin={records[0] && (() => setSelected(records[0]?.id))} />
        )}
      </div>
      <p className={styles.hidden} role="status">
        {beside.record && `${beside.record.applicant_name}, ${beside.record.status}, ${beside.position}`}
      </p>
      <DetailsDialog id={place.details} listed={open.record} {...open} actions={actions} close={closeDetails} />
      <DeleteQuestion record={doomed} close={() => setDoomed(undefined)} remove={(record) => void removeNow(record)} />
      <KeysHelp open={help} setOpen={setHelp} on={keysOn} setOn={setKeysOn} />
    </div>
  )
}
