import { Dialog } from '@base-ui/react/dialog'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RubricRecord } from '../../api/replies.ts'
import { defaultRubrics } from '../../applications/default-rubrics.ts'
import type { Criterion } from '../../applications/rubric.ts'
import type { FormType } from '../../shared/form-types.ts'
import { formNames } from '../labels.ts'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { toast } from '../ui/toast.ts'
import styles from './rubric.module.css'
import { saveRubric } from './scores.ts'

type Draft = Omit<Criterion, 'id'> & { readonly id: string | undefined; readonly key: number }

let lastKey = 0
const draft = (criterion: Omit<Criterion, 'id'> & { readonly id: string | undefined }): Draft => {
  lastKey += 1
  return { ...criterion, key: lastKey }
}

const fields = [
  ['name', 'Name', 60],
  ['guidance', 'What to look for', 300],
  ['low', 'What a 1 is', 120],
  ['high', 'What a 5 is', 120],
] as const

export interface RubricDialogProps {
  readonly formType: FormType
  readonly rubric: RubricRecord
  close(): void
}

/** The dialog that edits the rubric of a form. */
export function RubricDialog({ formType, rubric, close }: RubricDialogProps) {
  const client = useQueryClient()
  const [criteria, setCriteria] = useState<readonly Draft[]>(() => rubric.criteria.map(draft))
  const [faults, setFaults] = useState<Readonly<Record<string, string>>>({})
  const [message, setSay] = useState('')
  const [busy, setBusy] = useState(false)
  const change = (key: number, to: Partial<Draft>): void =>
    setCriteria(criteria.map((criterion) => (criterion.key === key ? { ...criterion, ...to } : criterion)))

  async function save(): Promise<void> {
    setBusy(true)
    const entered = criteria.map(({ key, ...criterion }) => criterion as Criterion)
    const saved = await saveRubric(client, formType, entered, rubric.revision)
    setBusy(false)
    if (saved.ok) {
      toast.success('Rubric saved', formNames[formType])
      return close()
    }
    setFaults(saved.details)
    setSay(Object.keys(saved.details).length > 0 ? 'Please look at the fields that are marked.' : saved.message)
  }

  return (
    <Dialog.Root open onOpenChange={(open) => !open && !busy && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question} ${styles.rubric}`}>
          <Dialog.Title className={dialog.title}>Rubric: {formNames[formType]}</Dialog.Title>
          <Dialog.Description className={dialog.text}>
            Every application of this form is scored by these, from 1 to 5. Scores that were given stay with their criterion, also
            under another name.
          </Dialog.Description>
          <form
            className={styles.form}
            onSubmit={(event) => {
              event.preventDefault()
              void save()
            }}
          >
            {criteria.map(({ key, ...criterion }, index) => (
              <fieldset key={key} className={styles.criterion}>
                <legend>{criterion.name.trim() || `Criterion ${index + 1}`}</legend>
                {fields.map(([name, label, longest]) => (
                  <label key={name} data-field={name}>
                    <span>{label}</span>
                    <input
                      value={criterion[name]}
                      maxLength={longest}
                      aria-invalid={faults[`criteria.${index}.${name}`] !== undefined}
                      onChange={(event) => change(key, { [name]: event.target.value })}
                    />
                    <Fault text={faults[`criteria.${index}.${name}`]} />
                  </label>
                ))}
                <div className={styles.line}>
                  <label>
                    <span>Weight</span>
                    <input
                      type="number"
                      min={1}
                      max={10}
                      step={1}
                      value={criterion.weight}
                      onChange={(event) => change(key, { weight: event.target.valueAsNumber || 0 })}
                    />
                    <Fault text={faults[`criteria.${index}.weight`]} />
                  </label>
                  <Button
                    tone="quiet"
                    aria-label={`Remove ${criterion.name.trim() || `criterion ${index + 1}`}`}
                    onClick={() => setCriteria(criteria.filter((other) => other.key !== key))}
                  >
                    Remove
                  </Button>
                </div>
              </fieldset>
            ))}
            <p className={styles.more}>
              {criteria.length < 12 && (
                <Button
                  onClick={() =>
                    setCriteria([...criteria, draft({ id: undefined, name: '', guidance: '', low: '', high: '', weight: 1 })])
                  }
                >
                  Add a criterion
                </Button>
              )}
              {defaultRubrics[formType].length > 0 && (
                <Button tone="quiet" onClick={() => setCriteria(defaultRubrics[formType].map(draft))}>
                  Reset to the default
                </Button>
              )}
            </p>
            <p className={styles.fault} role="alert">
              {message}
            </p>
            <div className={dialog.buttons}>
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

const Fault = ({ text }: { text: string | undefined }) =>
  text === undefined ? null : <span className={styles.fault}>{text}</span>
