import { SlidersHorizontal } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { isListState, listStates } from '../../applications/application.ts'
import { isOrder, type Order, orders } from '../../applications/order.ts'
import { statusNames } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { Field, FilterSelect, FormTypeField } from '../ui/Field.tsx'
import { Later, later } from '../ui/Later.tsx'
import { typedKey } from '../ui/typed-key.ts'
import { Disclosure } from './Disclosure.tsx'
import styles from './filters.module.css'
import { filtersOf, isFiltered, searchFault, withoutSort } from './filters.ts'
import { focusList } from './list-focus.ts'
import { noFilters, type UrlState } from './url-state.ts'

/** Milliseconds after the last key until the search runs. */
const pause = 120

interface FiltersProps {
  readonly urlState: UrlState
  readonly searchField: RefObject<HTMLInputElement | null>
  go(change: Partial<UrlState>, how?: 'push' | 'replace'): void
  /** Why the typed search cannot be parsed. Such a search is not applied. */
  readonly fault: string | undefined
  setFault(fault: string | undefined): void
}

/** The filters form, status and search. On narrow windows they are behind a button that shows how many are set. */
export function Filters(props: FiltersProps) {
  const { urlState, go } = props
  const [isOpen, setOpen] = useState(props.fault !== undefined)
  const active = [urlState.formType, urlState.status, urlState.search].filter(Boolean).length
  const typed = useTypedSearch(props)
  const clear = (): void => {
    // Without this, a typed search that is not applied yet would be applied afterwards.
    typed.setText('')
    go({ ...noFilters, order: urlState.order })
  }
  return (
    <search className={`stack ${styles.filters}`} data-print="no" data-open={isOpen ? '' : undefined}>
      <Button tone="quiet" className={styles.toggle} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <SlidersHorizontal aria-hidden="true" size={16} strokeWidth={1.75} />
        {active === 0 ? 'Filter' : `Filter (${active})`}
      </Button>
      <FormTypeField value={urlState.formType} choose={(formType) => go({ formType })} done={focusList} />
      <Field label="Status">
        <FilterSelect
          name="status"
          value={urlState.status ?? ''}
          onChange={({ target }) => go({ status: isListState(target.value) ? target.value : undefined })}
          done={focusList}
        >
          <option value="">All statuses</option>
          {listStates.map((status) => (
            <option key={status} value={status}>
              {statusNames[status]}
            </option>
          ))}
        </FilterSelect>
      </Field>
      <SearchField {...typed} searchField={props.searchField} fault={props.fault} />
      <div className={styles.order}>
        <Field label="Order">
          <OrderSelect urlState={urlState} go={go} />
        </Field>
      </div>
      <div className={styles.more}>
        <Disclosure summary="Views and search words">
          <Later part={viewsPanel} props={{ urlState, go }} failed={() => undefined} />
        </Disclosure>
      </div>
      {isFiltered(filtersOf(urlState)) && (
        <Button tone="quiet" className={styles.clear} onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  )
}

/** The typed search: it is parsed and applied when the typing pauses. */
function useTypedSearch({ urlState, go, setFault }: Pick<FiltersProps, 'urlState' | 'go' | 'setFault'>) {
  const [text, setText] = useState(urlState.search)
  /** The search that this field applied last. If the URL has another one, it comes from Back or Clear filters. */
  const applied = useRef(urlState.search)
  const steps = useRef(0)

  useEffect(() => {
    if (urlState.search === applied.current) return
    applied.current = urlState.search
    setText(urlState.search)
  }, [urlState.search])

  const { formType, status } = urlState
  useEffect(() => {
    const read = (): void => setFault(searchFault({ formType, status, search: text }))
    const timer = setTimeout(read, pause)
    return () => clearTimeout(timer)
  }, [formType, status, text, setFault])

  useEffect(() => {
    if (text === applied.current) return
    const timer = setTimeout(() => {
      if (searchFault({ formType, status, search: text }) !== undefined) return
      applied.current = text
      // One history step for all keystrokes of a search.
      go({ search: text }, steps.current === 0 ? 'push' : 'replace')
      steps.current += 1
    }, pause)
    return () => clearTimeout(timer)
  }, [text, go, formType, status])

  /** The next change adds a history step. */
  const begin = (): void => {
    steps.current = 0
  }
  return { text, setText, begin }
}

type SearchFieldProps = ReturnType<typeof useTypedSearch> & Pick<FiltersProps, 'searchField' | 'fault'>

function SearchField({ searchField, fault, text, setText, begin }: SearchFieldProps) {
  return (
    <>
      <div className={styles.search}>
        <Field label="Search">
          <input
            ref={searchField}
            name="q"
            type="search"
            value={text}
            placeholder="Name, email, company or any answer"
            autoComplete="off"
            enterKeyHint="search"
            onChange={(event) => setText(event.target.value)}
            onFocus={begin}
            onKeyDown={(event) => {
              if (typedKey(event) === 'Enter') focusList()
            }}
            aria-invalid={fault !== undefined}
            aria-describedby="search-fault"
          />
        </Field>
      </div>
      <p role="status" id="search-fault" className={`fault ${styles.fault}`}>
        {fault}
      </p>
    </>
  )
}

const viewsPanel = later('Views and search words', async () => (await import('./ViewsPanel.tsx')).ViewsPanel)

export const orderNames = { date: 'Newest first', due: 'Due first', score: 'Highest score first' } as const satisfies Record<
  Order,
  string
>

interface OrderSelectProps {
  readonly urlState: UrlState
  go(change: Partial<UrlState>): void
}

/** The order of the list. */
export const OrderSelect = ({ urlState, go }: OrderSelectProps) => (
  <FilterSelect
    name="order"
    aria-label="Order"
    value={filtersOf(urlState).order}
    onChange={({ target }) => go({ order: isOrder(target.value) ? target.value : 'date', search: withoutSort(urlState.search) })}
    done={focusList}
  >
    {orders.map((order) => (
      <option key={order} value={order}>
        {orderNames[order]}
      </option>
    ))}
  </FilterSelect>
)
