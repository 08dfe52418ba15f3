import { Eye, Trash2 } from 'lucide-react'
import { memo, type RefObject, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { isStatus } from '../../applications/application.ts'
import { gist } from '../../forms/views/as-text.ts'
import { classNames } from '../../ui/class-names.ts'
import { DecisionButtons } from '../decisions/DecisionButtons.tsx'
import { useRefusal, useUnderWay } from '../decisions/queue.ts'
import { underWayNames } from '../decisions/review-action.ts'
import { deskFeatures } from '../features.ts'
import { applicantName, formatDay, formatMoment, formNames, stateOf } from '../labels.ts'
import { Total } from '../scores/Scores.tsx'
import { isAdmin } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import { FormsContext } from './Answers.tsx'
import { ApplicationKolam } from './ApplicationKolam.tsx'
import styles from './row.module.css'
import type { RowActions } from './row-actions.ts'
import { StarMark } from './Star.tsx'
import { Due, StatusMark } from './Status.tsx'

interface RowProps {
  readonly record: ApplicationRecord
  readonly selected: boolean
  /** Whether it is part of the bulk selection. */
  readonly isMarked: boolean
  /** Whether Tab comes to this row: to one of a list. Arrow keys go on from there (`moveFocus`). */
  readonly isStop: boolean
  readonly actions: RowActions
}

/** Decides with the buttons of a row. A decision removes the focused button, so the focus moves to the row. */
function useDecision(record: ApplicationRecord, actions: RowActions) {
  const buttons = useRef<HTMLDivElement>(null)
  const decided = useRef(false)
  const state = stateOf(record)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new status removes the button
  useEffect(() => {
    if (decided.current && document.activeElement === document.body) buttons.current?.querySelector('button')?.focus()
    decided.current = false
  }, [state])

  const decide: RowActions['decide'] = (application, to) => {
    decided.current = buttons.current?.contains(document.activeElement) === true
    actions.decide(application, to)
  }
  return { buttons, decide }
}

const sign = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

/** The signs of the row under the pointer or with the focus of a key get their words, but not while the pointer is on one of them: it would come to be on another. */
function showWords({ currentTarget: row }: { readonly currentTarget: HTMLElement }): void {
  const isPointed = window.matchMedia('(hover)').matches && row.matches(':hover')
  row.toggleAttribute(
    'data-words',
    row.querySelector(':focus-visible') !== null || (isPointed && row.querySelector('[data-acts]:hover') === null),
  )
}

/** A row that is removed passes the focus to its list, also from its name and its checkbox, which are no `Button`. */
function useFocusToList(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { current } = row
    return () => {
      if (current?.contains(document.activeElement)) current.closest<HTMLElement>('[data-list]')?.focus({ preventScroll: true })
    }
  }, [row])
}

/** One application of the list. It is memoised: neither scrolling nor another selection renders it again. */
export const Row = memo(function Row({ record, selected, isMarked, isStop, actions }: RowProps) {
  const id = useId()
  const { company_name } = record
  const name = applicantName(record)
  const { buttons, decide } = useDecision(record, actions)
  const act = useUnderWay(record.id)
  const row = useRef<HTMLElement>(null)
  useFocusToList(row)

  return (
    <article
      ref={row}
      className={styles.row}
      data-selected={selected ? '' : undefined}
      data-under-way={act}
      aria-labelledby={id}
      onPointerEnter={showWords}
      onPointerLeave={showWords}
      onFocus={showWords}
      onBlur={showWords}
    >
      <ApplicationKolam id={record.id} type={record.form_type} className={styles.mark} />
      {isAdmin() && (
        <label className={styles.select}>
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={`Select ${name}`}
            checked={isMarked}
            onChange={({ nativeEvent }) => actions.toggle(record, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
          />
        </label>
      )}
      <div className={`line spread ${styles.first}`}>
        <div className={classNames('line', styles.who, company_name !== '' && styles.beside)}>
          {record.read_at === null && (
            <span className={`dot ${styles.unread}`}>
              <span className="visually-hidden">Unread</span>
            </span>
          )}
          <h2 id={id} className="cut">
            <button
              type="button"
              className={`bare cut unringed ${styles.name}`}
              // A name from right to left that is too long is cut off at its end.
              dir="auto"
              tabIndex={isStop ? 0 : -1}
              data-name=""
              aria-current={selected ? 'true' : undefined}
              onClick={() => actions.read(record)}
            >
              {name}
            </button>
          </h2>
          {company_name !== '' && (
            <p className="cut" dir="auto">
              {company_name}
            </p>
          )}
          {record.starred && (
            <span>
              <StarMark isFilled />
              <span className="visually-hidden">Starred</span>
            </span>
          )}
        </div>
        <p className={`line ${styles.state}`}>
          <Total record={record} className={styles.total} />
          {!record.hidden && isAdmin() && deskFeatures.map(({ name, row: Part }) => Part && <Part key={name} record={record} />)}
          {act === undefined ? <StatusMark record={record} /> : <span className="soft">{underWayNames[act]}</span>}
        </p>
      </div>
      <What record={record} />
      <div className={`line ${styles.actions}`} ref={buttons} data-acts="">
        <Button
          tabIndex={-1}
          subject={`details of ${record.id}`}
          aria-label={`View Details of ${name}`}
          title="View Details (o)"
          onClick={() => actions.view(record)}
        >
          <Eye {...sign} />
          <span>View Details</span>
        </Button>
        {isAdmin() && (
          <>
            <DecisionButtons record={record} decide={decide} isNamed />
            <Button
              tone="icon"
              className={styles.signOnly}
              tabIndex={-1}
              subject={record.id}
              aria-label={`Delete ${name}`}
              title="Delete (d)"
              onClick={() => actions.remove(record)}
            >
              <Trash2 {...sign} />
            </Button>
          </>
        )}
      </div>
    </article>
  )
})

/** What they say, and below it when an answer is due or they wrote, news since the application was read, and the form. */
function What({ record }: { readonly record: ApplicationRecord }) {
  const form = useContext(FormsContext)[record.form_type]
  const { submitted_at: at } = record
  const refusal = useRefusal(record.id)
  return (
    <>
      <p className={`cut ${styles.gist}`}>{gist(form, record.form_data)}</p>
      <p className={`cut soft ${styles.what}`}>
        {refusal !== undefined && isStatus(stateOf(record)) && record.reviewed_at === null && (
          <strong className="bad" title={refusal}>
            Not decided
          </strong>
        )}
        {record.answers_revision > record.seen_revision && <strong>Changed</strong>}
        {record.request_state === 'answered' && <strong>They answered</strong>}
        {record.request_state === 'asked' && <span>Waits for them</span>}
        {record.letters_stopped_at !== undefined && <strong className="bad">Letters stopped</strong>}
        <span className={`cut ${styles.when}`}>
          <Due record={record} />
          <time dateTime={at} title={formatMoment(at)}>
            {formatDay(at)}
          </time>
        </span>
        <span>{formNames[record.form_type]}</span>
      </p>
    </>
  )
}
