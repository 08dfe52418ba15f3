import { useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../api/responses.ts'
import { routes } from '../../api/routes.ts'
import { scale, scoreOf, total } from '../../applications/rubric.ts'
import type { Criterion } from '../../shared/criterion.ts'
import { formNames } from '../labels.ts'
import { isAdmin, may } from '../session/rights.ts'
import { Button } from '../ui/Button.tsx'
import { Later, later } from '../ui/Later.tsx'
import { typedKey } from '../ui/typed-key.ts'
import styles from './scores.module.css'
import { giveScore, useRubric } from './scores.ts'

const rubricDialog = later('the rubric', async () => (await import('./RubricDialog.tsx')).RubricDialog)

/** The scores of an application by criterion; each is saved immediately. */
export function Scores({ record, outdated }: { readonly record: ApplicationRecord; readonly outdated: ReadonlySet<string> }) {
  const { scores } = record
  const rubric = useRubric(record.form_type)
  const [isEditing, setEditing] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  if (rubric === undefined) return null
  const { criteria } = rubric
  const sum = total(criteria, scores)
  const scored = criteria.filter(({ id }) => scoreOf(scores, id) !== undefined).length
  const next = criteria.find(({ id }) => scoreOf(scores, id) === undefined) ?? criteria[0]

  /** Focuses the next criterion after a digit key gave a score. */
  const focusNext = (from: number): void => {
    const next = list.current?.querySelectorAll('fieldset')[from + 1]
    next?.querySelector<HTMLInputElement>('input:checked, input')?.focus()
  }

  return (
    <section className={`stack gap-2 ${styles.scores}`} data-scores="" data-print={scored === 0 ? 'no' : undefined}>
      <div className={`row ${styles.head}`}>
        <h3>Scores</h3>
        <p role="status" className="soft">
          {sum !== undefined ? (
            <>
              <strong>{sum.toFixed(1)}</strong> of 5
            </>
          ) : (
            scored > 0 && `${scored} of ${criteria.length} scored`
          )}
        </p>
        {isAdmin() && (
          <Button tone="quiet" data-print="no" onClick={() => setEditing(true)}>
            {criteria.length === 0 ? `Set up scores for ${formNames[record.form_type]}` : 'Edit the rubric'}
          </Button>
        )}
      </div>
      <div ref={list} className={styles.list}>
        {criteria.map((criterion, index) => (
          <CriterionScore
            key={`${record.id} ${criterion.id}`}
            record={record}
            criterion={criterion}
            score={scoreOf(scores, criterion.id)}
            isOutdated={outdated.has(criterion.id)}
            isNext={criterion === next}
            goOn={() => focusNext(index)}
          />
        ))}
      </div>
      {isEditing && (
        <Later
          part={rubricDialog}
          props={{ formType: record.form_type, rubric, close: () => setEditing(false) }}
          failed={() => setEditing(false)}
        />
      )}
    </section>
  )
}

interface OneScoreProps {
  readonly record: ApplicationRecord
  readonly criterion: Criterion
  readonly score: number | undefined
  /** Whether it was given before the applicant last changed the answers. */
  readonly isOutdated?: boolean
  /** Whether its meaning is shown while no other one is pointed at. */
  readonly isNext?: boolean
  /** Called after a digit key gave a score. */
  goOn?(): void
}

/** The score of an application for one criterion: five buttons, or a digit while one has the focus. */
export function CriterionScore({ record, criterion, score, isOutdated = false, isNext = false, goOn }: OneScoreProps) {
  const client = useQueryClient()
  /** The score that is being saved; shown already. */
  const [saving, setSaving] = useState<number | null>()
  const { id, name, guidance, low, high } = criterion
  const shown = saving === undefined ? score : (saving ?? undefined)
  const field = `score-${record.id}-${id}`

  /** The last save that runs or waits; it resolves to the score after it. */
  const last = useRef<Promise<number | null>>(undefined)

  /** Saves a score after the one before it. Otherwise the server would refuse it: the reviewer has not seen the earlier one. */
  async function give(next: number | null): Promise<void> {
    if (next === (shown ?? null)) return
    setSaving(next)
    const before = last.current ?? Promise.resolve(score ?? null)
    const own = before.then(async (seen) => ((await giveScore(client, record, criterion, next, seen)) ? next : seen))
    last.current = own
    await own
    if (last.current !== own) return
    last.current = undefined
    setSaving(undefined)
  }

  const typed = (event: KeyboardEvent): void => {
    const key = typedKey(event)
    const digit = scale.find((step) => String(step) === key)
    if (digit === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    void give(digit)
    goOn?.()
  }

  return (
    <fieldset
      className={styles.one}
      data-next={isNext ? '' : undefined}
      disabled={!may(routes.score)}
      onKeyDown={typed}
      aria-describedby={`${field}-hint`}
    >
      <legend>{name}</legend>
      <p className={`soft small ${styles.hint}`} id={`${field}-hint`} data-of={name}>
        {guidance}
        {isOutdated && score !== undefined && <strong> Scored before the answers changed.</strong>}
      </p>
      <div className={`row middle ${styles.scale}`}>
        {low !== '' && <span className={`soft small ${styles.anchor}`}>{low}</span>}
        <span className={styles.steps}>
          {scale.map((step) => (
            <label key={step} className={styles.step}>
              <input
                type="radio"
                className="drawn"
                name={field}
                value={step}
                checked={shown === step}
                aria-label={step === 1 && low !== '' ? `1, ${low}` : step === 5 && high !== '' ? `5, ${high}` : String(step)}
                onChange={() => void give(step)}
              />
              <span aria-hidden="true">{step}</span>
            </label>
          ))}
        </span>
        {high !== '' && <span className={`soft small ${styles.anchor}`}>{high}</span>}
        {shown !== undefined && isAdmin() && (
          <Button
            tone="quiet"
            className={styles.clear}
            aria-label={`Clear the score for ${name}`}
            onClick={() => void give(null)}
          >
            Clear
          </Button>
        )}
      </div>
    </fieldset>
  )
}

/** The total score of an application, for its row; until every criterion has a score, how many have one. */
export function Total({ record, className }: { readonly record: ApplicationRecord; readonly className?: string }) {
  const rubric = useRubric(record.form_type)
  const criteria = rubric?.criteria ?? []
  const sum = total(criteria, record.scores)
  const scored = criteria.filter(({ id }) => scoreOf(record.scores, id) !== undefined).length
  if (scored === 0) return null
  if (sum === undefined)
    return (
      <span className={className} title={`${scored} of ${criteria.length} scored`}>
        <span className="visually-hidden">Scored </span>
        {scored} of {criteria.length}
      </span>
    )
  return (
    <span className={className} title="Score, of 5">
      <span className="visually-hidden">Score </span>
      {sum.toFixed(1)}
    </span>
  )
}
