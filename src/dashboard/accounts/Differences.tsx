import { type Account, type DifferenceKind, differenceKinds } from '../../applications/accounts.ts'
import { reference } from '../../shared/ids.ts'
import { noFilters, urlOf } from '../applications/url-state.ts'
import { applications } from '../insights/words.ts'
import { formatCount } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import styles from './accounts.module.css'

interface Advice {
  /** After the number of applications. */
  readonly title: readonly [one: string, many: string]
  readonly help: string
}

const advice: Readonly<Record<DifferenceKind, Advice>> = {
  lost: {
    title: ['is missing in the database', 'are missing in the database'],
    help: 'We acknowledged it, and nobody deleted it at the desk. A backup may still have it (npm run restore), or its row in the spreadsheet (npm run import). That row stays until you say that you know why.',
  },
  unacknowledged: {
    title: ['was put into the database by hand', 'were put into the database by hand'],
    help: 'It was neither sent with a form nor imported.',
  },
  unmailed: {
    title: ['has no confirmation', 'have no confirmation'],
    help: 'The letter could not be delivered, or is no longer in the outbox. Send it again above the list of applications, or write to them.',
  },
  unmirrored: {
    title: ['is missing in the spreadsheet', 'are missing in the spreadsheet'],
    help: '“Spreadsheet” in the menu of the applications adds the missing rows.',
  },
  undeleted: {
    title: ['is deleted, and still in the spreadsheet', 'are deleted, and still in the spreadsheet'],
    help: '“Spreadsheet” in the menu of the applications removes these rows.',
  },
  unknown: {
    title: ['is in the spreadsheet only', 'are in the spreadsheet only'],
    help: 'The database never had it, or was restored from an older backup. Import the row if you want it back (npm run import). “Spreadsheet” in the menu of the applications removes it.',
  },
}

interface DifferencesProps {
  readonly account: Account
  readonly busy: boolean
  explain(ids: readonly string[]): void
}

/** The differences by kind, with the references of the applications. */
export const Differences = ({ account: { differences, kinds }, busy, explain }: DifferencesProps) =>
  differenceKinds
    .filter((kind) => kinds[kind] > 0)
    .map((kind) => {
      const ids = differences.filter((difference) => difference.kind === kind).map(({ id }) => id)
      const [count, { title, help }] = [kinds[kind], advice[kind]]
      const isStored = kind === 'unacknowledged' || kind === 'unmailed' || kind === 'unmirrored'
      return (
        <section key={kind} className={styles.difference}>
          <h2>
            {applications(count)} {title[count === 1 ? 0 : 1]}
          </h2>
          <p>{help}</p>
          <ul>
            {ids.map((id) => (
              <li key={id}>{isStored ? <a href={urlOf({ ...noFilters, details: id })}>{reference(id)}</a> : reference(id)}</li>
            ))}
            {count > ids.length && <li>and {formatCount(count - ids.length)} more</li>}
          </ul>
          {(kind === 'lost' || kind === 'unacknowledged') && (
            <Button disabled={busy} onClick={() => explain(ids)}>
              {count === 1 ? 'I know why' : `I know why, of ${ids.length === count ? 'all' : 'these'} ${ids.length}`}
            </Button>
          )}
        </section>
      )
    })
