import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RubricRecord } from '../../api/responses.ts'
import { type Criterion, rubricLimits } from '../../shared/criterion.ts'
import type { FormType } from '../../shared/form-types.ts'
import { formNames } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { toast } from '../ui/toast.ts'
import styles from './scores.module.css'
import { saveRubric, useDefaultRubric } from './scores.ts'

/** A criterion being edited; a new one has no id. `key` is React's. */
type Draft = Omit<Criterion, 'id'> & { readonly id: string | undefined; readonly key: number }

let lastKey = 0
const draft = (criterion: Omit<Draft, 'key'>): Draft => {
  lastKey += 1
  return { ...criterion, key: lastKey }
}

const blank = { id: undefined, name: '', guidance: '', low: '', high: '', weight: 1 }

const textFields = [
  ['name', 'Name', rubricLimits.name],
  ['guidance', 'What to look for', rubricLimits.guidance],
  ['low', 'What a 1 is', rubricLimits.anchor],
  ['high', 'What a 5 is', rubricLimits.anchor],
] as const

interface CriterionFieldsProps {
  readonly criterion: Draft
  /** From 0. */
  readonly index: number
  /** The error message of a field, if it has one. */
  faultOf(field: string): string | undefined
  onChange(changes: Partial<Draft>): void
  onRemove(): void
}

/** The inputs of one criterion. */
function CriterionFields({ criterion, index, faultOf, onChange, onRemove }: CriterionFieldsProps) {
  const name = criterion.name.trim()
  return (
    <fieldset className={`stack part ${styles.criterion}`}>
      <legend>{name || `Criterion ${index + 1}`}</legend>
      {textFields.map(([field, label, longest]) => (
        <label key={field} className="field" data-field={field}>
          <span>{label}</span>
          <input
            value={criterion[field]}
            maxLength={longest}
            aria-invalid={faultOf(field) !== undefined}
            onChange={(event) => onChange({ [field]: event.target.value })}
          />
          <Fault text={faultOf(field)} />
        </label>
      ))}
      <div className={`row spread end ${styles.line}`}>
        <label className="field">
          <span>Weight</span>
          <input
            type="number"
            min={1}
            max={rubricLimits.weight}
            step={1}
            value={criterion.weight}
            onChange={(event) => onChange({ weight: event.target.valueAsNumber || 0 })}
          />
          <Fault text={faultOf('weight')} />
        </label>
        <Button tone="quiet" aria-label={`Remove ${name || `criterion ${index + 1}`}`} onClick={onRemove}>
          Remove
        </Button>
      </div>
    </fieldset>
  )
}

const Fault = ({ text }: { text: string | undefined }) => (text === undefined ? null : <span className="fault">{text}</span>)

interface RubricDialogProps {
  readonly formType: FormType
  readonly rubric: RubricRecord
  close(): void
}

/** The criteria being edited, and saving them. */
function useRubricDraft({ formType, rubric, close }: RubricDialogProps) {
  const client = useQueryClient()
  // Of the criteria below, also after another window's rubric was loaded.
  const [revision] = useState(rubric.revision)
  const [criteria, setCriteria] = useState<readonly Draft[]>(() => rubric.criteria.map(draft))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [message, setMessage] = useState('')
  const [busy, setBusy] = useState(false)

  async function save(): Promise<void> {
    setBusy(true)
    const entered = criteria.map(({ key, ...criterion }) => criterion as Criterion)
    const saved = await saveRubric(client, formType, entered, revision)
    setBusy(false)
    if (saved.ok) {
      toast.success('Rubric saved', formNames[formType])
      return close()
    }
    setFaults(saved.details)
    setMessage(Object.keys(saved.details).length > 0 ? 'Please check the marked fields.' : saved.message)
  }

  return { criteria, setCriteria, faults, message, busy, save }
}

/** The dialog that edits the rubric of a form. */
export function RubricDialog(props: RubricDialogProps) {
  const { formType, close } = props
  const { criteria, setCriteria, faults, message, busy, save } = useRubricDraft(props)
  const defaults = useDefaultRubric(formType)
  return (
    // A click beside it does not discard what was typed.
    <Dialog.Root open disablePointerDismissal onOpenChange={(open) => !open && !busy && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question} ${styles.rubric}`}>
          <Dialog.Title className={dialog.title}>Rubric: {formNames[formType]}</Dialog.Title>
          <Dialog.Description className="soft">
            Every application of this form is scored by these criteria, from 1 to 5. If you rename a criterion, its scores stay.
          </Dialog.Description>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            {criteria.map((criterion, index) => (
              <CriterionFields
                key={criterion.key}
                criterion={criterion}
                index={index}
                faultOf={(field) => faults[`criteria.${index}.${field}`]}
                onChange={(changes) =>
                  setCriteria(criteria.map((other) => (other === criterion ? { ...other, ...changes } : other)))
                }
                onRemove={() => setCriteria(criteria.filter((other) => other !== criterion))}
              />
            ))}
            <p className="row gap-2">
              {criteria.length < rubricLimits.criteria && (
                <Button onClick={() => setCriteria([...criteria, draft(blank)])}>Add a criterion</Button>
              )}
              {defaults.length > 0 && (
                <Button tone="quiet" onClick={() => setCriteria(defaults.map(draft))}>
                  Reset to the default
                </Button>
              )}
            </p>
            <p className="fault" role="alert">
              {message}
            </p>
            <div className={`row ${dialog.buttons}`}>
              <Dialog.Close render={<Button />} disabled={busy}>
                Cancel
              </Dialog.Close>
              <Button type="submit" tone="approve" disabled={busy}>
                {busy ? 'One moment…' : 'Save the rubric'}
              </Button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
