import { useQuery } from '@tanstack/react-query'
import type { ApplicationRecord, RelatedResponse } from '../../api/responses.ts'
import { formatDay, formNames } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import { relatedQuery } from './queries.ts'
import styles from './reading.module.css'
import { StatusMark } from './Status.tsx'
import { useUrlState } from './url-state.ts'

type Related = RelatedResponse['related'][number]

const sharedNames: Readonly<Record<Related['shared'][number], string>> = {
  email: 'e-mail',
  phone: 'phone',
  company: 'company',
  domain: 'domain',
  name: 'name',
}

/** `same e-mail and company` */
const reasons = ({ shared }: Related): string =>
  `same ${new Intl.ListFormat('en-GB').format(shared.map((kind) => sharedNames[kind]))}`

/** Other applications that may be from the same person or company, of any form and cohort; renders nothing if there are none. */
export function RelatedApplications({ record }: { record: ApplicationRecord }) {
  const { data } = useQuery(relatedQuery(record.id))
  const [urlState, go] = useUrlState()
  const related = data?.related ?? []
  if (related.length === 0) return null
  const duplicate = related.find((candidate) => candidate.likely_duplicate)
  return (
    <div className={`row ${styles.related}`}>
      {duplicate && (
        <p className="label" title={reasons(duplicate)}>
          Possible duplicate of {formatDay(duplicate.application.submitted_at)}
        </p>
      )}
      <details>
        <summary>Also from this person? {related.length}</summary>
        <ul className={`lined ${styles.entries}`}>
          {related.map((candidate) => (
            <li key={candidate.application.id} className="row middle">
              <span>{formNames[candidate.application.form_type]}</span>
              <span>{candidate.application.company_name || candidate.application.applicant_name}</span>
              <span className="soft">{reasons(candidate)}</span>
              <time className="soft" dateTime={candidate.application.submitted_at}>
                {formatDay(candidate.application.submitted_at)}
              </time>
              <StatusMark record={candidate.application} />
              <Button
                tone="quiet"
                onClick={() => go({ details: candidate.application.id }, urlState.details === undefined ? 'push' : 'replace')}
              >
                Open
              </Button>
              {candidate.changed.length > 0 && <Changed changed={candidate.changed} />}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}

/** The answers that differ from the earlier application. */
function Changed({ changed }: Pick<Related, 'changed'>) {
  return (
    <details>
      <summary>{changed.length === 1 ? '1 answer has changed since' : `${changed.length} answers have changed since`}</summary>
      <dl className="stack gap-2">
        {changed.map(({ label, from, to }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              {from === '' ? <i>no answer</i> : <del>{from}</del>} {to === '' ? <i>no answer any more</i> : <ins>{to}</ins>}
            </dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
