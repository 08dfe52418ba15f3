import { useEffect, useRef, useState } from 'react'
import type { Faults, Form } from '../forms/form.ts'
import { inOrder } from '../forms/form.ts'
import { errors } from '../shared/errors.ts'
import { checkAnswers } from './check-answers.ts'
import { completeUrlIn } from './complete-url.ts'
import { DraftStatus } from './DraftStatus.tsx'
import { enqueue } from './delivery-queue.ts'
import { warnOnce } from './device-store.ts'
import { type DraftKeeper, type DraftState, keepDraft } from './draft-keeper.ts'
import { FormView } from './FormView.tsx'
import { focusField } from './focus-field.ts'
import { lookOf } from './form-look.ts'
import type { Raw } from './raw.ts'
import { controlsOf, readAnswers } from './read-answers.ts'
import { pack, send } from './send.ts'
import { watchParts } from './watch-parts.ts'

/** A form that was sent: taken by the server, or kept on the device until it is. */
export interface Sent {
  readonly key: string
  readonly applicationId?: string
  /** What stood in the form. */
  readonly raw: Raw
}

interface EditedFormProps {
  readonly form: Form
  readonly raw?: Raw
  readonly onSent: (sent: Sent) => void
}

/** The form while it is filled in: checked, kept as a draft, sent. */
export const EditedForm = ({ form, raw, onSent }: EditedFormProps) => {
  const formRef = useRef<HTMLFormElement>(null)
  const summaryRef = useRef<HTMLDivElement>(null)
  const keeper = useRef<DraftKeeper>(undefined)
  const current = useRef(0)
  const busy = useRef(false)
  const [live, setLive] = useState(false)
  const [look, setLook] = useState(() => lookOf(form, raw ?? {}, 0))
  const [draft, setDraft] = useState<DraftState>({ kind: 'none' })
  const [problem, setProblem] = useState<{ readonly faults: Faults; readonly alert?: string }>({ faults: {} })
  const [sending, setSending] = useState(false)
  const [uploaded, setUploaded] = useState<number>()
  // where the focus goes when the messages are drawn: a field, or the summary
  const [goTo, setGoTo] = useState<{ readonly field?: string }>()

  const lookAgain = (): void => {
    const element = formRef.current
    if (element === null) return
    const next = lookOf(form, readAnswers(form, element), current.current)
    setLook((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }

  useEffect(() => {
    const element = formRef.current
    if (element === null) return
    const keeping = keepDraft(form, element, setDraft, lookAgain)
    keeper.current = keeping
    const edited = (event: Event): void => {
      const name = (event.target as HTMLInputElement).name
      setProblem((before) => (name in before.faults ? { ...before, faults: without(before.faults, name) } : before))
      lookAgain()
      keeping.edited()
    }
    const changed = (event: Event): void => {
      const input = event.target
      if (!(input instanceof HTMLInputElement) || input.type !== 'file') return
      const file = input.files?.[0] ?? null
      keeping.fileChosen(input.name, file)
      const parsed = form.fields[input.name]?.parse(file)
      if (parsed?.ok === false) setProblem((before) => ({ ...before, faults: { ...before.faults, [input.name]: parsed.fault } }))
    }
    const left = (event: Event): void => completeUrlIn(event.target)
    const away = (): void => {
      if (document.visibilityState === 'hidden') void keeping.flush()
    }
    element.addEventListener('input', edited)
    element.addEventListener('change', changed)
    element.addEventListener('focusout', left)
    document.addEventListener('visibilitychange', away)
    const stopWatching = watchParts(element, (part) => {
      current.current = part
      lookAgain()
    })
    setLive(true)
    lookAgain()
    void keeping.restore()
    return () => {
      element.removeEventListener('input', edited)
      element.removeEventListener('change', changed)
      element.removeEventListener('focusout', left)
      document.removeEventListener('visibilitychange', away)
      stopWatching()
      keeping.stop()
    }
    // biome-ignore lint/correctness/useExhaustiveDependencies: one form for the life of the component
  }, [form])

  useEffect(() => {
    if (goTo === undefined) return
    if (goTo.field === undefined) summaryRef.current?.focus()
    else if (formRef.current !== null) focusField(formRef.current, goTo.field)
  }, [goTo])

  const complain = (faults: Faults, alert?: string): void => {
    setProblem({ faults, alert })
    setGoTo({ field: inOrder(form).find(([name]) => name in faults)?.[0] })
  }

  const submit = async (element: HTMLFormElement): Promise<void> => {
    const faults = checkAnswers(form, element)
    if (Object.keys(faults).length > 0) return complain(faults)
    setProblem({ faults: {} })
    setSending(true)
    const answered = readAnswers(form, element)
    const { answers } = pack(form, '', answered)
    const parcel = { ...pack(form, (await keeper.current?.keyFor(answers)) ?? '', answered) }
    const outcome = await send(parcel, { onProgress: setUploaded })
    setUploaded(undefined)
    if (outcome.kind === 'taken') {
      await keeper.current?.sent()
      return onSent({ key: parcel.key, applicationId: outcome.applicationId, raw: answered })
    }
    const context = outcome.kind === 'refused' ? { code: outcome.code, status: outcome.status } : { code: 'NETWORK_ERROR', why: outcome.why }
    console.error('forms: submit failed', { form: form.type, ...context })
    if (outcome.kind === 'refused') return complain(outcome.faults, outcome.say)
    if (form.onFailure.kind === 'stay') return complain({}, form.onFailure.alert)
    try {
      await enqueue({ ...parcel, title: form.title, path: form.path, since: Date.now() })
    } catch (error) {
      // nothing can be promised that nobody keeps
      warnOnce('keeping a submission', error)
      return complain({}, errors.FORM_SUBMISSION_FAILED.say)
    }
    await keeper.current?.sent()
    onSent({ key: parcel.key, raw: answered })
  }

  const onSubmit = (event: { preventDefault(): void }): void => {
    event.preventDefault()
    const element = formRef.current
    if (element === null || busy.current) return
    busy.current = true
    submit(element)
      .catch((error: unknown) => {
        console.error('forms: submit failed', { form: form.type, code: 'UNKNOWN_ERROR' }, error)
        complain({}, form.onFailure.kind === 'stay' ? form.onFailure.alert : errors.FORM_SUBMISSION_FAILED.say)
      })
      .finally(() => {
        busy.current = false
        setSending(false)
      })
  }

  const removeFile = (name: string) => (): void => {
    const element = formRef.current
    const input = element && controlsOf(element, name)[0]
    if (!input) return
    input.value = ''
    input.dispatchEvent(new Event('input', { bubbles: true }))
    input.dispatchEvent(new Event('change', { bubbles: true }))
    input.focus()
  }

  const files = Object.fromEntries(Object.entries(look.files).map(([name, file]) => [name, { ...file, remove: removeFile(name) }]))
  return (
    <FormView
      form={form}
      raw={raw}
      faults={problem.faults}
      alert={problem.alert}
      live={live ? { ...look, files, sending, uploaded, summaryRef, onSubmit } : undefined}
      formRef={formRef}
      aside={live && <DraftStatus state={draft} onClear={() => keeper.current?.clear()} />}
    />
  )
}

const without = (faults: Faults, name: string): Faults =>
  Object.fromEntries(Object.entries(faults).filter(([other]) => other !== name))
