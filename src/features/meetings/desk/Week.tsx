import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import { undoLast } from '../../../dashboard/decisions/undo.ts'
import { serverNow } from '../../../dashboard/server-time.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { typedKey } from '../../../dashboard/ui/typed-key.ts'
import { useKeys, useKeysSwitch } from '../../../dashboard/ui/use-keys.ts'
import { markOfZone } from '../../../shared/dates.ts'
import type { MeetingRecord, MeetingsResponse } from '../api.ts'
import styles from './meetings.module.css'
import {
  type Cell,
  cellAt,
  nameOf,
  type Placing,
  type Position,
  rectangle,
  saveSlots,
  setTime,
  timesOf,
  weekAfter,
  weekOf,
} from './meetings.ts'

const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', ...options })
const formats = {
  short: format({ weekday: 'short' }),
  date: format({ day: 'numeric', month: 'short' }),
  long: format({ weekday: 'long', day: 'numeric', month: 'long' }),
}
const named = (day: string, name: keyof typeof formats): string => formats[name].format(new Date(`${day}T00:00:00Z`))

/** How many weeks back meetings are shown. */
const weeksBack = 2

const stateNames: Readonly<Record<Cell['state'], string>> = { free: '', slot: 'open', held: 'taken', blocked: 'not possible' }

/** A stroke from one cell to another: it opens the times between them, or closes them. */
interface Stroke {
  readonly from: Position
  readonly to: Position
}

/** The rectangle that the pointer draws while it is down. */
function useStroke(save: (stroke: Stroke) => void) {
  const [stroke, setStroke] = useState<Stroke>()
  // The pointer is often up before the state is rendered.
  const current = useRef<Stroke>(undefined)
  const set = (next: Stroke | undefined): void => {
    current.current = next
    setStroke(next)
  }
  return {
    stroke,
    begin: (from: Position) => set({ from, to: from }),
    over: (to: Position) => current.current && set({ from: current.current.from, to }),
    end(): void {
      const drawn = current.current
      set(undefined)
      if (drawn !== undefined) save(drawn)
    },
    cancel: () => set(undefined),
  }
}

interface WeekProps {
  readonly data: MeetingsResponse
  /** Whose time is being chosen. */
  readonly placing: Placing | undefined
  setPlacing(placing: Placing | undefined): void
}

/** A week of the site's zone from today on: open, taken and past times. The reviewer opens and closes times, and gives them to applicants. */
export function Week({ data, placing, setPlacing }: WeekProps) {
  const client = useQueryClient()
  const [weeks, setWeeks] = useState(0)
  const [at, setAt] = useState<Position>({ column: 0, row: 0 })
  const table = useRef<HTMLTableElement>(null)
  const now = serverNow()
  const { slots, terms } = data
  const days = weekOf(now, weeks)
  const times = timesOf(days, data)
  const grid = times.map((time) => days.map((day) => cellAt(day, time, data, now)))
  const { stroke, begin, over, end, cancel } = useStroke(({ from, to }) => {
    const taken = rectangle(grid, from, to, terms.minutes)
    const opens = grid[from.row]?.[from.column]?.state === 'free'
    if (taken.length > 0) void saveSlots(client, opens ? taken : [], opens ? [] : taken, terms.minutes)
  })
  const drawn = new Set(stroke && rectangle(grid, stroke.from, stroke.to, terms.minutes))
  const next = grid
    .flat()
    .filter(({ at, state }) => state === 'slot' || slots.some((slot) => slot.at === at))
    .flatMap(({ at }) => weekAfter(at) ?? [])
    .filter((at) => at > now.toISOString() && slots.every((slot) => slot.at !== at))
  const [keysOn] = useKeysSwitch()
  useKeys(
    { 'Ctrl+z': undoLast, u: undoLast, z: undoLast, Escape: placing && (() => setPlacing(undefined)) },
    keysOn || placing !== undefined,
  )

  const give = (to: Placing, cell: Cell): void => {
    setPlacing(undefined)
    void setTime(client, to, cell.at)
  }
  const canBeGiven = ({ isPast, state }: Cell): boolean => !isPast && (state === 'free' || state === 'slot')
  function press(cell: Cell, where: Position): void {
    const [meeting] = cell.meetings
    if (placing !== undefined) {
      if (canBeGiven(cell)) give(placing, cell)
    } else if (meeting !== undefined && !cell.isPast) setPlacing({ ...meeting, from: meeting.at })
    else {
      begin(where)
      end()
    }
  }
  /** The arrow keys go from cell to cell: the week is one stop of the Tab key. */
  function move(event: KeyboardEvent): void {
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[typedKey(event)]
    if (step === undefined) return
    event.preventDefault()
    const to = {
      column: Math.min(6, Math.max(0, at.column + (step[0] ?? 0))),
      row: Math.min(times.length - 1, Math.max(0, at.row + (step[1] ?? 0))),
    }
    setAt(to)
    table.current?.querySelector<HTMLElement>(`[data-at='${to.column} ${to.row}']`)?.focus()
  }

  return (
    <section className="stack gap-3" aria-labelledby="open-times" data-print="no">
      <div className="row middle spread gap-2">
        <h2 id="open-times">
          {named(days[0] ?? '', 'date')} to {named(days[6] ?? '', 'date')}
        </h2>
        <div className="line">
          <Button tone="quiet" onClick={() => setWeeks(weeks - 1)} disabled={weeks <= -weeksBack}>
            Earlier week
          </Button>
          <Button tone="quiet" onClick={() => setWeeks(0)} disabled={weeks === 0}>
            Today
          </Button>
          <Button tone="quiet" onClick={() => setWeeks(weeks + 1)}>
            Later week
          </Button>
        </div>
      </div>
      {/* In one place, so that the times stay under the pointer that drags a name. */}
      <div role="status" className={`row middle spread gap-2 ${styles.hint}`} data-placing={placing && ''}>
        {placing === undefined ? (
          <p className="soft small">
            Press or draw over the times that applicants may choose, in {markOfZone(now)}. Press a name to move its meeting.{' '}
            <span className="by-keys">
              <kbd>Ctrl Z</kbd> undoes.
            </span>
          </p>
        ) : (
          <>
            <p className="small">
              Press a time for <b dir="auto">{nameOf(placing)}</b>. They get a letter about it, for their calendar.
            </p>
            <Button tone="quiet" onClick={() => setPlacing(undefined)}>
              Cancel
            </Button>
          </>
        )}
      </div>
      <fieldset className={styles.days} aria-label="Day">
        {days.map((day, column) => (
          <button key={day} type="button" aria-pressed={at.column === column} onClick={() => setAt({ column, row: 0 })}>
            {named(day, 'short')}
            <span>{named(day, 'date').split(' ')[0]}</span>
          </button>
        ))}
      </fieldset>
      <table
        ref={table}
        className={styles.week}
        aria-labelledby="open-times"
        onPointerUp={end}
        onPointerLeave={end}
        onPointerCancel={cancel}
        onKeyDown={move}
      >
        <thead>
          <tr>
            <td />
            {days.map((day, column) => (
              <th key={day} scope="col" data-shown={at.column === column ? '' : undefined}>
                {named(day, 'short')} <span>{named(day, 'date')}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {times.map((time, row) => (
            <tr key={time}>
              <th scope="row">{time}</th>
              {grid[row]?.map((cell, column) => (
                <td key={cell.at} data-shown={at.column === column ? '' : undefined}>
                  <Time
                    cell={cell}
                    label={`${named(days[column] ?? '', 'long')}, ${time}`}
                    shown={drawn.has(cell.at) ? (cell.state === 'free' ? 'slot' : 'free') : cell.state}
                    position={{ column, row }}
                    isCurrent={at.column === column && at.row === row}
                    isDisabled={
                      placing === undefined
                        ? cell.state === 'blocked' || (cell.isPast && cell.state !== 'held')
                        : !canBeGiven(cell)
                    }
                    canDraw={placing === undefined && canBeGiven(cell)}
                    begin={begin}
                    over={over}
                    focus={setAt}
                    press={press}
                    drag={(meeting) => setPlacing({ ...meeting, from: meeting.at })}
                    drop={placing && canBeGiven(cell) ? () => give(placing, cell) : undefined}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Button
        tone="quiet"
        className={styles.repeat}
        disabled={next.length === 0}
        onClick={() => void saveSlots(client, next, [], terms.minutes).then((saved) => saved && setWeeks(weeks + 1))}
      >
        Repeat the open times in the next week
      </Button>
    </section>
  )
}

interface TimeProps {
  readonly cell: Cell
  readonly label: string
  /** Its state, as it will be after the stroke. */
  readonly shown: Cell['state']
  readonly position: Position
  readonly isCurrent: boolean
  readonly isDisabled: boolean
  readonly canDraw: boolean
  begin(position: Position): void
  over(position: Position): void
  focus(position: Position): void
  press(cell: Cell, position: Position): void
  drag(meeting: MeetingRecord): void
  readonly drop: (() => void) | undefined
}

function Time({ cell, label, shown, position, isCurrent, isDisabled, canDraw, drop, ...act }: TimeProps) {
  const { state, isPast, meetings } = cell
  const [first] = meetings
  const names = meetings.map(nameOf).join(', ')
  const isDouble = meetings.length > 1
  const words = [label, isPast ? 'past' : '', stateNames[state], names, isDouble ? 'two meetings at this time' : '']
  return (
    <button
      type="button"
      data-at={`${position.column} ${position.row}`}
      data-state={shown}
      data-past={isPast ? '' : undefined}
      data-double={isDouble ? '' : undefined}
      tabIndex={isCurrent ? 0 : -1}
      disabled={isDisabled}
      draggable={first !== undefined && !isPast}
      aria-pressed={state === 'slot' || state === 'held'}
      aria-label={words.filter(Boolean).join(', ')}
      title={names === '' ? undefined : `${names}${isDouble ? ': two meetings at this time' : ''}`}
      onFocus={() => act.focus(position)}
      onPointerDown={(event) => {
        if (!canDraw) return
        event.currentTarget.releasePointerCapture(event.pointerId)
        act.begin(position)
      }}
      onPointerEnter={() => act.over(position)}
      // Strokes are handled above; a key, or a screen reader, has no pointer.
      onClick={({ detail }) => (detail === 0 || !canDraw) && act.press(cell, position)}
      onDragStart={() => first && act.drag(first)}
      onDragOver={(event) => drop && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault()
        drop?.()
      }}
    >
      {isDouble ? `${meetings.length}: ${names}` : names}
    </button>
  )
}
