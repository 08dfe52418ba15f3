import { useContext } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { gist } from '../../forms/views/as-text.ts'
import { reference } from '../../shared/ids.ts'
import { deskFeatures } from '../features.ts'
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

/** A word that no column has room for, which may be broken. */
const longWord = /\S{24}/

const Cell = ({ text }: { readonly text: string }) => <td className={longWord.test(text) ? styles.long : undefined}>{text}</td>

/** Applications as a table for paper: columns as wide as what they hold. */
export function PrintedList({ records, isWhole, isAnonymous = false }: PrintedListProps) {
  const forms = useContext(FormsContext)
  return (
    <table className={styles.printed}>
      {!isWhole && <caption>Only the first {records.length}. Print, in “With this list”, has all.</caption>}
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
            <th scope="row" className={longWord.test(applicantName(record)) ? styles.long : undefined}>
              {isAnonymous ? reference(record.id) : applicantName(record)}
            </th>
            {!isAnonymous && <Cell text={record.company_name} />}
            <td>{formNames[record.form_type]}</td>
            <Cell text={gist(forms[record.form_type], record.form_data)} />
            <td>
              <Total record={record} />
              {!record.hidden && deskFeatures.map(({ name, row: Part }) => Part && <Part key={name} record={record} />)}
            </td>
            <td>{statusNames[stateOf(record)]}</td>
            <td>{formatDay(record.submitted_at)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
