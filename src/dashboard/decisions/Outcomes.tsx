import type { ApplicationRecord } from '../../api/responses.ts'
import { applicantLabel } from '../labels.ts'
import type { Outcome } from './decide.ts'
import styles from './decisions.module.css'

interface OutcomesProps {
  readonly records: readonly ApplicationRecord[]
  readonly outcomes: ReadonlyMap<string, Outcome>
}

/** The applications of a group, each with what became of it. */
export const Outcomes = ({ records, outcomes }: OutcomesProps) => (
  <ol className={`lined scrolls ${styles.names}`}>
    {records.map((record) => (
      <li key={record.id} className="row gap-1 spread" data-outcome={outcomeName(outcomes.get(record.id))}>
        <span>{applicantLabel(record)}</span>
        <span className="soft">{outcomeLabel(outcomes.get(record.id)) ?? record.applicant_email}</span>
      </li>
    ))}
  </ol>
)

const outcomeName = (outcome: Outcome | undefined): string | undefined => (typeof outcome === 'object' ? 'failed' : outcome)

function outcomeLabel(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return undefined
  if (outcome === 'done') return 'Done'
  return outcome === 'waiting' ? 'Waiting' : outcome.message
}
