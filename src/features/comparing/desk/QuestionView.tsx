import { type ReactNode, useContext, useEffect, useRef } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { scoreOf } from '../../../applications/rubric.ts'
import { FormsContext } from '../../../dashboard/applications/Answers.tsx'
import { type Filters, withoutSearch } from '../../../dashboard/applications/filters.ts'
import { ListSkeleton, LoadMore } from '../../../dashboard/applications/List.tsx'
import type { RowActions } from '../../../dashboard/applications/row-actions.ts'
import { StatusMark } from '../../../dashboard/applications/Status.tsx'
import { OpenDecision } from '../../../dashboard/decisions/DecisionButtons.tsx'
import type { ListViewProps } from '../../../dashboard/features.ts'
import { applicantName } from '../../../dashboard/labels.ts'
import { CriterionScore } from '../../../dashboard/scores/Scores.tsx'
import { useRubric } from '../../../dashboard/scores/scores.ts'
import { isAdmin } from '../../../dashboard/session/rights.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { Field, FilterSelect, FormTypeField } from '../../../dashboard/ui/Field.tsx'
import { Notice } from '../../../dashboard/ui/Screen.tsx'
import { type Form, inOrder } from '../../../forms/form.ts'
import { detail } from '../../../forms/views/as-text.ts'
import { saysWho } from '../../../forms/views/without-contact.ts'
import type { Criterion } from '../../../shared/criterion.ts'
import type { FormType } from '../../../shared/form-types.ts'
import styles from './comparison.module.css'

/** The form of a list: that of its filters, or of all its applications; undefined if there are several, or may be. */
function formOf(filters: Filters, records: readonly ApplicationRecord[], isWhole: boolean): FormType | undefined {
  const types = new Set(records.map(({ form_type }) => form_type))
  return withoutSearch(filters).formType ?? (isWhole && types.size === 1 ? records[0]?.form_type : undefined)
}

/** The answers to one question in the order of the list, below each other. */
export function QuestionView(props: ListViewProps) {
  const { reading, result, filters, fault, go } = props
  const { records } = reading.list
  const isSelection = reading.batch.selected.length > 0
  const type = formOf(filters, records, isSelection || !result.hasNextPage)
  return (
    <section className="stack gap-3" aria-label="One question">
      {fault !== undefined ? (
        <Message title="The search cannot be read" text={fault} close={reading.showList} />
      ) : result.isPending ? (
        <ListSkeleton />
      ) : records.length === 0 ? (
        <Message title="No applications found" text={result.error?.message ?? 'This list is empty.'} close={reading.showList} />
      ) : type === undefined ? (
        <Message
          title="Choose a form first"
          text="One question is read across the applications of one form."
          close={reading.showList}
        >
          <FormTypeField value={undefined} choose={(formType) => go({ formType }, 'replace')} />
        </Message>
      ) : (
        <Question {...props} type={type} isSelection={isSelection} />
      )}
    </section>
  )
}

interface MessageProps {
  readonly title: string
  readonly text: string
  readonly children?: ReactNode
  close(): void
}

/** Why there are no answers. */
const Message = ({ title, text, children, close }: MessageProps) => (
  <Notice title={title}>
    <p>{text}</p>
    {children}
    <Button onClick={close}>Back to the list</Button>
  </Notice>
)

/** Focuses the name of the current answer, unless the focus is in that answer already. */
const focusCurrent = (): void => {
  const answer = document.querySelector<HTMLElement>('[data-answer][data-current]')
  if (!answer?.contains(document.activeElement)) answer?.querySelector('button')?.focus()
}

/** The answer to a question as text; empty if there is none. */
function textOf(form: Form, { form_data }: ApplicationRecord, question: string): string {
  const items = detail(form, form_data).flatMap((section) => section.items)
  return items.find(({ name }) => name === question)?.text.trim() ?? ''
}

/** The choices, and the answers. */
function Question({ type, isSelection, ...props }: ListViewProps & { readonly type: FormType; readonly isSelection: boolean }) {
  const { reading, result, urlState, go } = props
  const form = useContext(FormsContext)[type]
  const criteria = useRubric(type)?.criteria ?? []
  const questions = inOrder(form).filter(([, { kind }]) => kind !== 'file')
  const [name = '', field] =
    questions.find(([each]) => each === urlState.view.question) ??
    questions.find(([, { kind }]) => kind === 'textarea') ??
    questions[0] ??
    []
  const criterion = criteria.find(({ id }) => id === urlState.view.criterion)
  const { pane, list, actions } = reading
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = result
  const mayLoad = !isSelection && hasNextPage && !isFetching && !isFetchNextPageError
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!mayLoad || end.current === null) return
    const observer = new IntersectionObserver(([seen]) => seen?.isIntersecting && void fetchNextPage(), {
      rootMargin: '0px 0px 100% 0px',
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [mayLoad, fetchNextPage])
  const current = pane.record?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus follows the current answer
  useEffect(focusCurrent, [current])
  return (
    <>
      <header className={`fields ${styles.over} ${styles.head}`}>
        <h2 className="visually-hidden">{field?.label}</h2>
        <Field label="Question">
          <FilterSelect
            value={name}
            onChange={({ target }) => go({ view: { question: target.value } }, 'replace')}
            done={focusCurrent}
          >
            {questions.map(([each, { label }]) => (
              <option key={each} value={each}>
                {label}
              </option>
            ))}
          </FilterSelect>
        </Field>
        {criteria.length > 0 && (
          <Field label="Score by (1 to 5)">
            <FilterSelect
              value={criterion?.id ?? ''}
              onChange={({ target }) =>
                go({ view: { question: name, ...(target.value && { criterion: target.value }) } }, 'replace')
              }
              done={focusCurrent}
            >
              <option value="">No score</option>
              {criteria.map((each) => (
                <option key={each.id} value={each.id}>
                  {each.name}
                </option>
              ))}
            </FilterSelect>
          </Field>
        )}
        <p className="soft small">{isSelection ? `${pane.position} selected` : pane.position}</p>
        <Button tone="quiet" onClick={reading.showList} title="Back to the list (Esc)">
          Close
        </Button>
      </header>
      {criterion !== undefined && <p className="soft small">{criterion.guidance}</p>}
      <ol aria-label="Answers" data-list="" data-steady="applications" tabIndex={-1}>
        {list.records.map((record) => (
          <Answer
            key={record.id}
            record={record}
            text={record.hidden && saysWho(form, name) ? 'Hidden' : textOf(form, record, name)}
            criterion={criterion}
            isCurrent={record.id === current}
            choose={reading.choose}
            actions={actions}
          />
        ))}
      </ol>
      <div ref={end}>{!isSelection && <LoadMore result={result} />}</div>
    </>
  )
}

interface AnswerProps {
  readonly record: ApplicationRecord
  readonly text: string
  readonly criterion: Criterion | undefined
  readonly isCurrent: boolean
  readonly actions: RowActions
  choose(record: ApplicationRecord): void
}

/** The answer of one applicant, with its score. */
function Answer({ record, text, criterion, isCurrent, choose, actions }: AnswerProps) {
  const title = `answer-${record.id}`
  return (
    <li>
      <article
        className={`row ${styles.answer}`}
        aria-labelledby={title}
        data-answer=""
        data-current={isCurrent ? '' : undefined}
        onFocus={() => choose(record)}
      >
        <header className="stack gap-1 start">
          <h3 id={title} className="plain">
            <button
              type="button"
              className="bare"
              dir="auto"
              aria-current={isCurrent ? 'true' : undefined}
              onClick={() => actions.view(record)}
            >
              {applicantName(record)}
            </button>
          </h3>
          {record.company_name !== '' && (
            <p className="soft small" dir="auto">
              {record.company_name}
            </p>
          )}
          <StatusMark record={record} />
        </header>
        {text === '' ? (
          <p className="soft">Not answered</p>
        ) : (
          <p className="typed" dir="auto">
            {text}
          </p>
        )}
        <div className={`stack gap-3 ${styles.acts}`}>
          {criterion !== undefined && (
            <CriterionScore
              key={criterion.id}
              record={record}
              criterion={criterion}
              score={scoreOf(record.scores, criterion.id)}
            />
          )}
          {isCurrent && isAdmin() && <OpenDecision record={record} describedBy={title} decide={actions.decide} />}
        </div>
      </article>
    </li>
  )
}
