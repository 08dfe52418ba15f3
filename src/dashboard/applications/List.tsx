import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ApplicationRecord } from '../../api/responses.ts'
import { hasDecided, oneLine } from '../browser-storage.ts'
import { useUnderWayCount } from '../decisions/queue.ts'
import { formatCount } from '../labels.ts'
import { showFailure } from '../session/failures.ts'
import { isAdmin } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import { useStore } from '../ui/store.ts'
import { toast } from '../ui/toast.ts'
import { typedKey } from '../ui/typed-key.ts'
import { useMedia } from '../ui/use-media.ts'
import { OrderSelect, orderNames } from './Filters.tsx'
import { filtersOf } from './filters.ts'
import styles from './list.module.css'
import { moveFocus } from './list-focus.ts'
import type { ListState } from './neighbours.ts'
import { PrintedList } from './PrintedList.tsx'
import { type PagesResult, paperQuery, statsQuery, unreadCountQuery } from './queries.ts'
import { Row } from './Row.tsx'
import { type RowActions, useSameActions } from './row-actions.ts'
import { type UrlState, useUrlState } from './url-state.ts'
import { useScrollToSelected } from './use-scroll-to-selected.ts'

/** The estimated heights of a row in pixels, until it is measured: of three lines, and of a single one. */
const rowHeight = { lines: 66, single: 29 } as const

/** The next page is fetched when this many rows remain below the visible ones. */
const ahead = 12

/** A row's height from its ResizeObserver. Before that, the cached or estimated height: measuring would force a layout for each row. */
const measured: NonNullable<Parameters<typeof useWindowVirtualizer<HTMLLIElement>>[0]['measureElement']> = (row, entry, list) => {
  const seen = entry?.borderBoxSize[0]
  if (seen !== undefined) return Math.round(seen.blockSize)
  return list.itemSizeCache.get(list.options.getItemKey(list.indexFromElement(row))) ?? list.options.estimateSize(0)
}

interface ListProps {
  readonly records: readonly ApplicationRecord[]
  readonly result: PagesResult
  readonly selected: string | undefined
  readonly actions: RowActions
}

/** The distance of an element from the top of the page, in pixels. It changes with the content above the element. */
function useTop(element: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const measure = (): void => {
      if (element.current) setTop(Math.round(element.current.getBoundingClientRect().top + window.scrollY))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return top
}

/** All rows of the list for paper, while they are printed: the key of the browser for that loads those that are missing first. */
function useAllForPaper({ result, selected }: ListProps): readonly ApplicationRecord[] | undefined {
  const client = useQueryClient()
  const [urlState] = useUrlState()
  const [all, setAll] = useState<readonly ApplicationRecord[]>()
  // An open application is printed in place of the list.
  const isPart = result.hasNextPage && selected === undefined
  useEffect(() => {
    if (!isPart) return
    const printAll = async (): Promise<void> => {
      const waiting = toast.success('One moment', 'The rest of the list is loaded for paper.')
      const records = await client.fetchQuery(paperQuery(filtersOf(urlState)))
      toast.end(waiting)
      flushSync(() => setAll(records))
      window.print()
      setAll(undefined)
    }
    const pressed = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || typedKey(event) !== 'p') return
      event.preventDefault()
      printAll().catch((error: unknown) => showFailure('loading the list for paper', 'Failed to load applications', error))
    }
    window.addEventListener('keydown', pressed)
    return () => window.removeEventListener('keydown', pressed)
  }, [client, isPart, urlState])
  return all
}

/** The list of applications; on paper a table. */
export function List(props: ListProps) {
  const isOneLine = useStore(oneLine) === true
  const all = useAllForPaper(props)
  const isPaper = useMedia('print')
  if (isPaper || all !== undefined)
    return <PrintedList records={all ?? props.records} isWhole={all !== undefined || !props.result.hasNextPage} />
  // With the other height, all that was measured is wrong.
  return <Rows key={String(isOneLine)} {...props} isOneLine={isOneLine} />
}

/** The rows of the list. It renders only the visible rows and fetches the next page near the end. */
function Rows({ records, result, selected, actions, isOneLine }: ListProps & { readonly isOneLine: boolean }) {
  const list = useRef<HTMLOListElement>(null)
  const top = useTop(list)
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = result

  const virtual = useWindowVirtualizer<HTMLLIElement>({
    count: records.length,
    estimateSize: () => (isOneLine ? rowHeight.single : rowHeight.lines),
    getItemKey: (index) => records[index]?.id ?? index,
    measureElement: measured,
    overscan: 6,
    scrollMargin: top,
    scrollPaddingStart: 88,
    scrollPaddingEnd: 32,
  })
  useScrollToSelected(virtual, records, selected)
  const same = useSameActions(actions)
  const rows = virtual.getVirtualItems()
  const [focused, setFocused] = useState<string>()
  const stop = [selected, focused].find((id) => rows.some(({ key }) => key === id)) ?? rows[0]?.key
  const lastShown = rows.at(-1)?.index ?? 0

  // Not while the list is being loaded again: the next page would cancel that, and what arrived at its top would not show.
  useEffect(() => {
    if (hasNextPage && !isFetching && !isFetchNextPageError && lastShown >= records.length - ahead) void fetchNextPage()
  }, [hasNextPage, isFetching, isFetchNextPageError, lastShown, records.length, fetchNextPage])

  return (
    <>
      <ol
        className={`unringed ${styles.list}`}
        ref={list}
        data-list=""
        data-steady="applications"
        data-newcomer={hasDecided() || !isAdmin() ? undefined : ''}
        data-one-line={isOneLine ? '' : undefined}
        tabIndex={-1}
        onKeyDown={moveFocus}
        onFocus={({ target }) => setFocused(target.closest('li')?.dataset.id)}
        style={{ height: virtual.getTotalSize() }}
        aria-label="Applications"
      >
        {rows.map((row) => {
          const record = records[row.index]
          if (record === undefined) return null
          return (
            <li
              key={row.key}
              ref={virtual.measureElement}
              data-index={row.index}
              data-id={record.id}
              className={styles.item}
              aria-setsize={hasNextPage ? -1 : records.length}
              aria-posinset={row.index + 1}
              style={{ transform: `translateY(${row.start - top}px)` }}
            >
              <Row
                record={record}
                selected={record.id === selected}
                isMarked={actions.isSelected(record)}
                isStop={record.id === stop}
                actions={same}
              />
            </li>
          )
        })}
      </ol>
      <LoadMore result={result} />
    </>
  )
}

/** The button that loads the next page, if there is one. */
export const LoadMore = ({
  result: { hasNextPage, isFetching, isFetchingNextPage, isFetchNextPageError, fetchNextPage },
}: Pick<ListProps, 'result'>) =>
  hasNextPage && (
    <p className={styles.more}>
      <Button onClick={() => void fetchNextPage()} disabled={isFetching}>
        {isFetchingNextPage ? 'Loading…' : isFetchNextPageError ? 'Could not load more. Try again' : 'Load more'}
      </Button>
    </p>
  )

/** Placeholders of the same shape while the list loads. */
export function ListSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className="visually-hidden">Loading applications…</span>
      {Array.from({ length: 12 }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal items that never change order
        <div key={row} className={`stack ${styles.bone}`} aria-hidden="true">
          <i />
          <b />
          <b />
        </div>
      ))}
    </div>
  )
}

interface ListHeadProps {
  readonly result: PagesResult
  readonly list: ListState
  readonly filtered: boolean
  /** The search that is still applied because the typed one cannot be parsed. */
  readonly before: string | undefined
  readonly urlState: UrlState
  go(change: Partial<UrlState>): void
}

/** The numbers of late applications, of answered requests, and of applications due today; each links to its list. */
function DueCounts({ urlState, go }: Pick<ListHeadProps, 'urlState' | 'go'>) {
  const { data } = useQuery(statsQuery)
  const counts = [
    ['is:late', data?.due.late ?? 0, 'late'],
    ['is:answered', data?.due.answered ?? 0, 'answered'],
    ['due:today', data?.due.today ?? 0, 'due today'],
  ] as const
  return counts
    .filter(([search, n]) => n > 0 && urlState.search !== search)
    .map(([search, n, label]) => (
      <Button key={search} tone="quiet" data-due={label} onClick={() => go({ search, status: undefined })}>
        {formatCount(n)}
        {n >= 1000 && '+'} {label}
      </Button>
    ))
}

/** During a blind pass. */
export const unsearched = 'Applications of a blind pass are not searched by words.'

/** How many of the listed applications are read; undefined if that is unknown, or all are. */
function useReadCount({ list, result, before, urlState }: ListHeadProps): number | undefined {
  const { data: unread } = useQuery(unreadCountQuery(filtersOf(urlState)))
  const isUnknown = typeof unread !== 'number' || unread === 0 || unread > list.total
  return isUnknown || list.capped || result.isPlaceholderData || before !== undefined ? undefined : list.total - unread
}

/** The number of applications, in sight with the number of read ones; or a note that the list is still a cached copy. */
export function ListHead(props: ListHeadProps) {
  const { result, list, filtered, before, urlState, go } = props
  const read = useReadCount(props)
  const underWay = useUnderWayCount()
  const n = `${list.capped ? 'More than ' : ''}${formatCount(list.total)}`
  return (
    <div className={`line soft small ${styles.head}`}>
      {read !== undefined && (
        <Button
          tone="quiet"
          className={styles.read}
          title="Show the unread ones"
          data-print="no"
          onClick={() => go({ search: `${urlState.search} is:unread`.trim() })}
        >
          {formatCount(read)} of {formatCount(list.total)} read
        </Button>
      )}
      <p role="status" className={read === undefined ? undefined : 'visually-hidden'}>
        {result.isPending || list.total === 0 ? (
          ''
        ) : result.isPlaceholderData ? (
          'Loading… These are from the last visit.'
        ) : (
          <>
            {`${n} ${list.total === 1 ? 'application' : 'applications'}${filtered ? ' found' : ''}`}
            {!filtered && <span className={styles.order}>, {orderNames[urlState.order].toLowerCase()}</span>}
            {result.data?.pages[0]?.unsearched && `. ${unsearched}`}
            {before === undefined ? '' : before === '' ? ', without this search' : `, still for the search ${before}`}
          </>
        )}
      </p>
      {underWay > 0 && (
        <span className={styles.underWay}>
          {formatCount(underWay)} on {underWay === 1 ? 'its' : 'their'} way
        </span>
      )}
      <div className={`line ${styles.orders}`} data-print="no">
        <DueCounts urlState={urlState} go={go} />
        <OrderSelect urlState={urlState} go={go} />
      </div>
    </div>
  )
}
