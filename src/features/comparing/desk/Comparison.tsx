import { useQuery } from '@tanstack/react-query'
import { useContext, useEffect, useRef } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { scoreOf, total } from '../../../applications/rubric.ts'
import { Answer, FormsContext, isShort } from '../../../dashboard/applications/Answers.tsx'
import { isContact } from '../../../dashboard/applications/Contact.tsx'
import { ListSkeleton } from '../../../dashboard/applications/List.tsx'
import { applicationQuery } from '../../../dashboard/applications/queries.ts'
import type { RowActions } from '../../../dashboard/applications/row-actions.ts'
import { Due, StatusMark } from '../../../dashboard/applications/Status.tsx'
import { useMarkRead } from '../../../dashboard/applications/use-mark-read.ts'
import { LetterWarning, OpenDecision } from '../../../dashboard/decisions/DecisionButtons.tsx'
import type { ListViewProps } from '../../../dashboard/features.ts'
import { applicantName, formNames } from '../../../dashboard/labels.ts'
import { useRubric } from '../../../dashboard/scores/scores.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Notice } from '../../../dashboard/ui/Screen.tsx'
import { formOfSnapshot } from '../../../forms/snapshot.ts'
import { type DetailItem, detail } from '../../../forms/views/as-text.ts'
import styles from './comparison.module.css'

/** One of the two applications, with its answers by the name of the question. */
interface Side {
  readonly record: ApplicationRecord
  readonly items: ReadonlyMap<string, DetailItem>
}

/** Loads one of them, with the answers that can be compared. */
function useSide(id: string) {
  const { data, error } = useQuery({ ...applicationQuery(id), enabled: id !== '' })
  useMarkRead(data)
  const forms = useContext(FormsContext)
  if (data === undefined) return { error }
  const { application: record, form: snapshot } = data
  const today = forms[record.form_type]
  const form = snapshot === undefined ? today : formOfSnapshot(today, snapshot)
  // Names are above the answers; an address compares nothing.
  const { name, company } = form.applicant
  const items = detail(form, record.form_data)
    .flatMap((section) => section.items)
    .filter((item) => !isContact(item) && !name.includes(item.name) && item.name !== company)
  return { error, side: { record, items: new Map(items.map((item) => [item.name, item])) } satisfies Side }
}

/** Two applications beside each other, question by question. */
export function Comparison({ urlState, reading: { actions, showList } }: ListViewProps) {
  const [a = '', b = ''] = (urlState.view.compare ?? '').split(',')
  const [first, second] = [useSide(a), useSide(b)]
  const close = useRef<HTMLButtonElement>(null)
  useEffect(() => close.current?.focus({ preventScroll: true }), [])
  const failure = first.error ?? second.error ?? (b === '' ? new Error('Two applications are compared.') : null)
  const sides = [first.side, second.side].flatMap((side) => side ?? [])
  return (
    <section className="stack" aria-label="Comparison" data-comparison="">
      <header className="row middle spread">
        <h2>Comparison</h2>
        <Button ref={close} tone="quiet" onClick={showList} title="Back to the list (Esc)">
          Close
        </Button>
      </header>
      {sides.length === 2 ? (
        <>
          <div className={`stack ${styles.pair} ${styles.over}`}>
            {sides.map(({ record }) => (
              <Head key={record.id} record={record} actions={actions} />
            ))}
          </div>
          <Scores sides={sides} />
          <Questions sides={sides} />
        </>
      ) : failure === null ? (
        <ListSkeleton />
      ) : (
        <Notice title="These cannot be compared" failed>
          <p>{failure.message}</p>
        </Notice>
      )}
    </section>
  )
}

/** Who it is, its state, and what can be decided. */
function Head({ record, actions }: { readonly record: ApplicationRecord; readonly actions: RowActions }) {
  const titleId = `compared-${record.id}`
  return (
    <section className="stack gap-1" aria-labelledby={titleId}>
      <div className="row middle small">
        <h3 id={titleId}>
          <button type="button" className="bare" dir="auto" onClick={() => actions.view(record)}>
            {applicantName(record)}
          </button>
        </h3>
        <span className="soft">{[record.company_name, formNames[record.form_type]].filter(Boolean).join(' · ')}</span>
      </div>
      <div className="row middle small">
        <StatusMark record={record} />
        <Due record={record} />
        <OpenDecision record={record} describedBy={titleId} decide={actions.decide} />
      </div>
      <LetterWarning record={record} />
    </section>
  )
}

interface SidesProps {
  readonly sides: readonly Side[]
}

/** The scores, the total first: of each above its answers. Nothing where none was given. */
function Scores({ sides }: SidesProps) {
  const [first, second] = sides
  const rubrics = [useRubric(first?.record.form_type ?? 'Contact'), useRubric(second?.record.form_type ?? 'Contact')]
  const criteria = new Map(rubrics.flatMap((rubric) => rubric?.criteria ?? []).map(({ id, name }) => [id, name]))
  if (!sides.some(({ record }) => [...criteria.keys()].some((id) => scoreOf(record.scores, id) !== undefined))) return null
  return (
    <section className={`stack gap-2 part ${styles.question}`}>
      <h3 className="soft small">Scores</h3>
      <div className={`stack ${styles.pair}`}>
        {sides.map(({ record }, index) => (
          <div key={record.id}>
            <p className={styles.name} dir="auto">
              {applicantName(record)}
            </p>
            <dl className={`row ${styles.scores}`}>
              <div>
                <dt>Total</dt>
                <dd>{total(rubrics[index]?.criteria ?? [], record.scores)?.toFixed(1) ?? '–'}</dd>
              </div>
              {[...criteria].map(([id, name]) => (
                <div key={id}>
                  <dt>{name}</dt>
                  <dd>{scoreOf(record.scores, id) ?? '–'}</dd>
                </div>
              ))}
            </dl>
          </div>
        ))}
      </div>
    </section>
  )
}

/** Every question that one of them answered, with both answers; facts last. Two forms share the questions with the same name. */
function Questions({ sides }: SidesProps) {
  const answered = sides.flatMap(({ items }) => [...items.values()].filter(({ text }) => text.trim() !== ''))
  const isProse = (name: string): boolean => answered.some((item) => item.name === name && !isShort(item))
  const labels = [...new Map(answered.map(({ name, label }) => [name, label]))].toSorted(
    ([a], [b]) => Number(isProse(b)) - Number(isProse(a)),
  )
  return labels.map(([name, label]) => (
    <section key={name} className={`stack gap-2 part ${styles.question}`}>
      <h3 className="soft small">{label}</h3>
      <div className={`stack ${styles.pair}`}>
        {sides.map(({ record, items }) => {
          const item = items.get(name)
          const isAnswered = item !== undefined && item.text.trim() !== ''
          return (
            <div key={record.id}>
              <p className={styles.name} dir="auto">
                {applicantName(record)}
              </p>
              {isAnswered ? (
                <div className="typed" dir="auto">
                  <Answer item={item} record={record} />
                </div>
              ) : (
                <p className="soft">Not answered</p>
              )}
            </div>
          )
        })}
      </div>
    </section>
  ))
}
