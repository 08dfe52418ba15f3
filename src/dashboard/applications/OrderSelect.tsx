import { isOrder, type Order, orders } from '../../applications/order.ts'
import { FilterSelect } from '../ui/Field.tsx'
import { focusList } from './list-focus.ts'
import type { UrlState } from './url-state.ts'

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
    value={urlState.order}
    onChange={({ target }) => go({ order: isOrder(target.value) ? target.value : 'date' })}
    done={focusList}
  >
    {orders.map((order) => (
      <option key={order} value={order}>
        {orderNames[order]}
      </option>
    ))}
  </FilterSelect>
)
