import { useContext } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { gist } from '../../forms/views/as-text.ts'
import { reference } from '../../shared/ids.ts'
import { applicantName, formatDay, formNames, stateOf, statusNames } from '../labels.ts'
import { Total } from '../scores/Scores.tsx'
import { FormsContext } from './Answers.tsx'
import styles from './list.module.css'

interface PrintedListProps {
  readonly records: readonly ApplicationRecord[]
  /** Whether these are all that match the filters. */
  readonly isWhole: boolean
  /** With references in place of names and companies. */
  readonly isAnonymous?: boolean
}

/** The loaded applications as a table for paper. */
export function PrintedList({ records, isWhole, isAnonymous = false }: PrintedListProps) {
  const forms = useContext(FormsContext)
  return (
    <table className={styles.printed}>
      {!isWhole && <caption>Only the first {records.length}. To print more, scroll the list to its end first.</caption>}
      <thead>
        <tr>
          {[...(isAnonymous ? ['Reference'] : ['Name', 'Company']), 'Form', 'In short', 'Score', 'Status', 'Submitted'].map(
            (name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <tr key={record.id}>
            <th scope="row">{isAnonymous ? reference(record.id) : applicantName(record)}</th>
            {!isAnonymous && <td>{record.company_name}</td>}
            <td>{formNames[record.form_type]}</td>
            <td>{gist(forms[record.form_type], record.form_data)}</td>
            <td>
              <Total record={record} />
            </td>
            <td>{statusNames[stateOf(record)]}</td>
            <td>{formatDay(record.submitted_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
