import type { Account, AccountDay } from '../../applications/accounts.ts'
import { dayName } from '../insights/words.ts'
import { formatCount } from '../labels.ts'
import styles from './accounts.module.css'
import { dayNotes, unexplained } from './accounts.ts'

const columns = ['Acknow\u00adledged', 'Stored', 'Mailed', 'Mirrored'] as const

const partOf = (part: number, due: number): string => (due === 0 ? '–' : `${formatCount(part)} of ${formatCount(due)}`)

/** The number of applications acknowledged on each day, and how many of them are stored, mailed and mirrored. */
export function Days({ account: { days, earlier, spreadsheet } }: { readonly account: Account }) {
  if (days.length === 0) return <p className={styles.about}>Nothing was acknowledged yet.</p>
  const all = earlier === null ? days : [...days, earlier]
  return (
    <table className={styles.days}>
      <caption className="visually-hidden">Applications by the day they arrived</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {columns.map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {all.map((day) => (
          <Day
            key={day === earlier ? 'earlier' : day.day}
            day={day}
            isSum={day === earlier}
            hasSheet={spreadsheet.kind !== 'none'}
          />
        ))}
      </tbody>
    </table>
  )
}

interface DayProps {
  readonly day: AccountDay
  /** Whether it is the sum of the days that are not listed. */
  readonly isSum: boolean
  readonly hasSheet: boolean
}

/** A day's numbers, and below them why they differ. */
function Day({ day, isSum, hasSheet }: DayProps) {
  const { differences } = day
  const { stored, mailed, mirrored } = unexplained(day)
  const notes = [...(isSum ? [`up to ${dayName(day.day)}`] : []), ...dayNotes(day)]
  const red = (count: number) => (count > 0 ? '' : undefined)
  return (
    <>
      <tr>
        <th scope="row">{isSum ? 'Other days' : dayName(day.day)}</th>
        <td>{formatCount(day.acknowledged)}</td>
        <td data-red={red(stored)}>{formatCount(day.stored)}</td>
        <td data-red={red(mailed)}>{partOf(day.mailed, day.lettersDue)}</td>
        <td data-red={red(mirrored)}>{hasSheet ? partOf(day.mirrored, day.rowsDue) : '–'}</td>
      </tr>
      {(notes.length > 0 || differences > 0) && (
        <tr className={styles.notes}>
          <td colSpan={columns.length + 1}>
            {differences > 0 && (
              <strong>
                {formatCount(differences)} {differences === 1 ? 'difference' : 'differences'}
                {notes.length > 0 && ' · '}
              </strong>
            )}
            {notes.join(' · ')}
          </td>
        </tr>
      )}
    </>
  )
}
