import { listStates } from '../../applications/application.ts'
import { featureWords } from '../../applications/query/feature-words.ts'
import { deskFeatures } from '../features.ts'
import { isAdmin } from '../session/rights.ts'
import styles from './filters.module.css'
import type { UrlState } from './url-state.ts'

/** The search filters, each with its effect. */
const searchHelp = [
  ['is:pending', `a status; also ${[...listStates.slice(1), 'decided'].map((state) => `is:${state}`).join(', ')}`],
  ['is:late', 'pending, and later than promised'],
  ['is:unread', 'not opened yet, or changed by the applicant since; also is:read'],
  ['is:starred', 'with your star'],
  ['is:answered', 'the applicant answered your request; also is:asked, not answered yet'],
  ['score:>=3.5', 'a total score; also score:<3, score:4, is:scored, is:unscored'],
  ['due:today', 'pending, and promised for today; also due:week, in the next seven days'],
  ['form:accelerator', 'a form'],
  ['after:2026-01-31', 'from that day on'],
  ['before:2026-01-31', 'until the day before'],
  ['has:website', 'with an answer to that question; also has:resume, has:notes, has:meeting'],
  ['source:linkedin', 'how they heard of us'],
  ['sort:score', 'the highest score first; also sort:due, sort:newest'],
  ...featureWords,
  ['cohort:6', 'the cohort that they chose; also cohort:next'],
  ['from:name@example.in', 'one address'],
  ['-water', 'without that word; also -"cold boxes"'],
  ['"cold boxes"', 'a phrase; also for a text that looks like a filter, such as "is:pending"'],
] as const

const SearchHelp = () => (
  <section>
    <h2>Search words</h2>
    <dl className="facts">
      {searchHelp.map(([word, effect]) => (
        <div key={word}>
          <dt>{word}</dt>
          <dd>{effect}</dd>
        </div>
      ))}
    </dl>
  </section>
)

interface ViewsPanelProps {
  readonly urlState: UrlState
  go(change: Partial<UrlState>): void
}

/** What features offer for finding applications, such as saved views, and what can be searched for. */
export const ViewsPanel = (props: ViewsPanelProps) => (
  <div className={`stack box ${styles.panel}`}>
    {isAdmin() && deskFeatures.map(({ name, finding: Part }) => Part && <Part key={name} {...props} />)}
    <SearchHelp />
  </div>
)
