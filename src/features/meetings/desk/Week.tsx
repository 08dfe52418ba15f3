import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { serverNow } from '../../../dashboard/server-time.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { markOfZone } from '../../../shared/dates.ts'
import type { MeetingsResponse } from '../api.ts'
import styles from './meetings.module.css'
import { type Cell, cellAt, saveSlots, timesOf, weekAfter, weekOf } from './meetings.ts'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const formats = {
  short: format({ weekday: 'short' }),
  date: format({ day: 'numeric', month: 'short' }),
  long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
}
const named = (day: string, name: keyof typeof formats): string => formats[name].format(new Date(`${day}T00:00:00Z`))

const stateNames: Readonly<Record<Cell['state'], string>> = { free: '', slot: 'open', held: 'taken', blocked: 'not possible' }

/** A stroke over the cells: it opens times, or it closes them. */
interface Stroke {
  readonly opens: boolean
  readonly cells: ReadonlySet<string>
}

/** The cells that the pointer goes over while it is down. A press of a key changes one. */
function useStroke(save: (times: readonly string[], opens: boolean) => void) {
  const [stroke, setStroke] = useState<Stroke>()
  // The pointer is often up before the state is rendered.
  const current = useRef<Stroke>(undefined)
  const set = (next: Stroke | undefined): void => {
    current.current = next
    setStroke(next)
  }
  return {
    stroke,
    begin: ({ at, state }: Cell) => set({ opens: state === 'free', cells: new Set([at]) }),
    over({ at, state }: Cell): void {
      const { opens, cells } = current.current ?? {}
      if (cells !== undefined && state === (opens ? 'free' : 'slot'))
        set({ opens: opens === true, cells: new Set([...cells, at]) })
    },
    end(): void {
      const { opens = true, cells } = current.current ?? {}
      set(undefined)
      if (cells !== undefined) save([...cells], opens)
    },
    cancel: () => set(undefined),
  }
}

/** A week of times in the site's zone, which the reviewer opens for meetings and closes again. */
export function Week({ data: { slots, meetings, terms } }: { readonly data: MeetingsResponse }) {
  const client = useQueryClient()
  const [weeks, setWeeks] = useState(0)
  const now = serverNow()
  const days = weekOf(now, weeks)
  const times = timesOf(days, slots, terms)
  const save = (all: readonly string[], opens: boolean): void => {
    void saveSlots(client, opens ? all : [], opens ? [] : all, terms.minutes)
  }
  const { stroke, begin, over, end, cancel } = useStroke(save)
  const cellsOf = (time: string): readonly Cell[] => days.map((day) => cellAt(day, time, slots, terms.minutes, now))
  const open = times.flatMap(cellsOf).filter(({ state }) => state === 'slot' || state === 'held')
  const next = open
    .flatMap(({ at }) => weekAfter(at) ?? [])
    .filter((at) => at > now.toISOString() && slots.every((slot) => slot.at !== at))
  const nameOf = (holder: string | null): string => {
    const meeting = meetings.find(({ id }) => id === holder)
    return meeting?.company_name || meeting?.applicant_name || ''
  }
  return (
    <section className="stack gap-3" aria-labelledby="open-times" data-print="no">
      <h2 id="open-times">Open times</h2>
      <p className="soft small">
        Press or draw over the times that applicants may choose, in {markOfZone(now)}. Who is invited sees them in their own zone.
        While none is open, invitations have the booking link.
      </p>
      <div className="row middle gap-2">
        <Button onClick={() => setWeeks(weeks - 1)} disabled={weeks === 0}>
          Earlier week
        </Button>
        <Button onClick={() => setWeeks(weeks + 1)}>Later week</Button>
        <Button
          tone="quiet"
          disabled={next.length === 0}
          onClick={() => void saveSlots(client, next, [], terms.minutes).then((saved) => saved && setWeeks(weeks + 1))}
        >
          Repeat in the next week
        </Button>
      </div>
      <table className={styles.week} onPointerUp={end} onPointerLeave={end} onPointerCancel={cancel}>
        <thead>
          <tr>
            <td />
            {days.map((day) => (
              <th key={day} scope="col">
                {named(day, 'short')} <span>{named(day, 'date')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {cellsOf(time).map((cell, index) => (
                <td key={cell.at}>
                  <button
                    type="button"
                    data-state={stroke?.cells.has(cell.at) ? (stroke.opens ? 'slot' : 'free') : cell.state}
                    disabled={cell.state === 'blocked' || cell.state === 'held'}
                    aria-pressed={cell.state === 'slot' || cell.state === 'held'}
                    aria-label={[`${named(days[index] ?? '', 'long')}, ${time}`, stateNames[cell.state], nameOf(cell.holder)]
                      .filter(Boolean)
                      .join(', ')}
                    title={nameOf(cell.holder) || undefined}
                    onPointerDown={(event) => {
                      event.currentTarget.releasePointerCapture(event.pointerId)
                      begin(cell)
                    }}
                    onPointerEnter={() => over(cell)}
                    // A key, or a screen reader: pointers are handled above.
                    onClick={({ detail }) => detail === 0 && save([cell.at], cell.state === 'free')}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
