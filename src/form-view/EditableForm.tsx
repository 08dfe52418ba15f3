import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Form, inOrder } from '../forms/form.ts'
import { spoken } from '../shared/translate.ts'
import { isEmpty, type Raw } from './answers.ts'
import { prepareBackgroundDelivery } from './delivery/background-sync.ts'
import { storeBegunToken, watchSigns } from './delivery/form-token.ts'
import { type FormErrors, type Sent, submitAnswers } from './delivery/submit.ts'
import { warnOnce } from './device-store.ts'
import { DraftStatus } from './drafts/DraftStatus.tsx'
import { type DraftKeeper, type DraftState, keepDraft } from './drafts/keeper.ts'
import { checkAnswers, controlsOf, fillAnswers, focusAlert, focusField, readAnswers } from './form-dom.ts'
import { listen, markLongTexts } from './form-events.ts'
import { formStateOf } from './form-state.ts'
import { onDemand } from './on-demand.ts'
import { FormView, type Notice } from './view/FormView.tsx'
import { arrivals, isContinued as goesOn } from './web-storage.ts'

/** A rendered form, as `startForm` controls it. */
export interface FormHandle {
  readonly element: HTMLFormElement
  readonly keeper: DraftKeeper
}

interface EditableFormProps {
  readonly form: Form
  readonly notice: Notice
  readonly formVersion: string
  /** Whether the form has deadlines. Then the submission contains the moment at which it was begun. */
  readonly closes?: boolean
  /** The initial answers, files included. */
  readonly raw: Raw
  /** Whether to save them as a draft immediately, not only after an edit. */
  readonly unsaved: boolean
  readonly onDrawn: (editing: FormHandle) => void
  /** An answer changed, or the form is about to be sent. */
  readonly onUsed: () => void
  readonly onSent: (sent: Sent) => void
  /** Called when the script cannot send the form, so that the native form has to. */
  readonly onUnable: (error: unknown) => void
}

type FormRef = RefObject<HTMLFormElement | null>

/** The messages of a form. After a failed submission, the first faulty field or the summary gets the focus. */
function useFormErrors(form: Form, formRef: FormRef) {
  const summaryRef = useRef<HTMLDivElement>(null)
  const [formErrors, setFormErrors] = useState<FormErrors>({ faults: {} })
  // What gets the focus after the messages are rendered: a field, or the summary.
  const [focusTarget, setFocusTarget] = useState<{ readonly field?: string }>()

  useEffect(() => {
    if (focusTarget === undefined) return
    if (focusTarget.field === undefined) focusAlert(summaryRef.current)
    else if (formRef.current !== null) focusField(formRef.current, focusTarget.field, summaryRef.current)
  }, [focusTarget, formRef])

  /** Sets the message of one field; undefined removes it. */
  const setFault = useCallback((name: string, fault: string | undefined): void => {
    setFormErrors((before) => {
      const { [name]: _, ...faults } = before.faults
      return fault === undefined ? { ...before, faults } : { ...before, faults: { ...faults, [name]: fault } }
    })
  }, [])
  const show = (next: FormErrors): void => {
    setFormErrors(next)
    setFocusTarget({ field: inOrder(form).find(([name]) => name in next.faults)?.[0] })
  }
  return { ...formErrors, summaryRef, setFault, show, clear: () => setFormErrors({ faults: {} }) }
}

/** Listens to the form, and updates what depends on its answers: visible questions, counts, the draft. */
function useEditing(
  { form, raw, unsaved, onDrawn, onUsed }: EditableFormProps,
  formRef: FormRef,
  keeper: RefObject<DraftKeeper | undefined>,
  setFault: SetFault,
) {
  const part = useRef(0)
  const start = useRef({ raw, unsaved, onDrawn, onUsed })
  const [formState, setFormState] = useState(() => formStateOf(form, raw, 0))
  const [draft, setDraft] = useState<DraftState>({ kind: 'none' })
  const [isContinued, setContinued] = useState(false)

  const refresh = useCallback((): void => {
    if (formRef.current === null) return
    markLongTexts(formRef.current)
    const next = formStateOf(form, readAnswers(form, formRef.current), part.current, keeper.current?.key())
    setFormState((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }, [form, formRef, keeper])

  useLayoutEffect(() => {
    const element = formRef.current
    if (element === null) return
    fillAnswers(form, element, start.current.raw)
    const keeping = keepDraft(form, element, setDraft, refresh)
    keeper.current = keeping
    const stop = listen(form, element, {
      edited(name) {
        setFault(name, undefined)
        refresh()
        keeping.edited()
        start.current.onUsed()
        featureParts.prepare()
        if (form.onFailure.kind === 'deliver_later') void prepareBackgroundDelivery()
      },
      refused: setFault,
      fileChosen(name, file, fault) {
        setFault(name, fault)
        keeping.fileChosen(name, file)
      },
      partReached(next) {
        part.current = next
        refresh()
      },
      hidden: () => keeping.pageHidden(),
      shown: () => keeping.pageShown(),
    })
    refresh()
    void keeping.restore().then(() => setContinued(goesOn(form.type)))
    if (start.current.unsaved) saveTyped(form, start.current.raw, element, keeping)
    start.current.onDrawn({ element, keeper: keeping })
    return () => {
      stop()
      keeping.stop()
    }
  }, [form, formRef, keeper, refresh, setFault])

  return { formState, draft, isContinued }
}

const featureParts = onDemand('the parts of features', () => import('./features.tsx'))

/** What features add to the form. It is loaded with the first edit, or when one goes on. */
function useFeatureParts(isWanted: boolean) {
  const [loaded, setLoaded] = useState(featureParts.loaded)
  useEffect(() => {
    if (isWanted) void featureParts.load().then(() => setLoaded(featureParts.loaded))
  }, [isWanted])
  return loaded?.FeatureParts
}

type SetFault = (name: string, fault: string | undefined) => void

/** Saves what was typed before the script ran. */
function saveTyped(form: Form, raw: Raw, element: HTMLFormElement, keeper: DraftKeeper): void {
  if (isEmpty(form, raw)) return
  for (const control of element.querySelectorAll('[type=file]')) control.dispatchEvent(new Event('change', { bubbles: true }))
  keeper.edited()
}

/** Checks and sends the form, one submission at a time. */
function useSubmission(
  { form, notice, formVersion, closes = false, onUsed, onSent, onUnable }: EditableFormProps,
  formRef: FormRef,
  keeper: RefObject<DraftKeeper | undefined>,
  errors: Pick<ReturnType<typeof useFormErrors>, 'show' | 'clear'>,
) {
  const busy = useRef(false)
  const [sending, setSending] = useState(false)
  const [uploaded, setUploaded] = useState<number>()
  const [signsOf] = useState(() => watchSigns(closes))

  const submit = async (element: HTMLFormElement, keeping: DraftKeeper): Promise<void> => {
    const faults = checkAnswers(form, element)
    if (Object.keys(faults).length > 0) return errors.show({ faults })
    errors.clear()
    setSending(true)
    onUsed()
    const metadata = {
      notice: notice.version,
      formVersion,
      language: spoken(),
      origin: arrivals(),
      ...signsOf(element),
    }
    const submitted = await submitAnswers(form, readAnswers(form, element), metadata, keeping, setUploaded)
    if (submitted.kind === 'sent') {
      if (closes) storeBegunToken()
      element.dispatchEvent(new CustomEvent('sent', { detail: submitted.sent.applicationId }))
      onSent(submitted.sent)
    } else {
      // Before the message, because the field that gets the focus is disabled until then.
      setSending(false)
      errors.show(submitted.formErrors)
    }
  }

  const onSubmit = (event: { preventDefault(): void }): void => {
    event.preventDefault()
    if (formRef.current === null || keeper.current === undefined || busy.current) return
    busy.current = true
    submit(formRef.current, keeper.current)
      .catch((error: unknown) => {
        console.error('Failed to submit form', { form: form.type, code: 'UNKNOWN_ERROR' }, error)
        onUnable(error)
      })
      .finally(() => {
        busy.current = false
        setSending(false)
        setUploaded(undefined)
      })
  }
  return { sending, uploaded, onSubmit }
}

/** The interactive form: it checks answers, saves a draft and sends. Inputs are uncontrolled; answers are read from the DOM. */
export const EditableForm = (props: EditableFormProps) => {
  const { form, notice, formVersion } = props
  const formRef = useRef<HTMLFormElement>(null)
  const { summaryRef, setFault, ...errors } = useFormErrors(form, formRef)
  const keeper = useRef<DraftKeeper>(undefined)
  const { formState, draft, isContinued } = useEditing(props, formRef, keeper, setFault)
  const isSaved = draft.kind === 'saved'
  const Parts = useFeatureParts(isSaved || isContinued)
  const submission = useSubmission(props, formRef, keeper, errors)
  const showAnswers = (): void =>
    void import('./check/start-check.tsx').then(
      (loaded) => loaded.startCheck(form, formRef.current),
      (error: unknown) => warnOnce('the check', error),
    )

  const checkPart = (index: number): boolean => {
    if (formRef.current === null) return true
    const all = checkAnswers(form, formRef.current)
    const faults = Object.fromEntries(
      (form.sections[index]?.fields ?? []).flatMap((name) => (all[name] === undefined ? [] : [[name, all[name]]])),
    )
    const isRight = Object.keys(faults).length === 0
    if (!isRight) errors.show({ faults })
    return isRight
  }

  const clear = (): void => {
    formRef.current?.dispatchEvent(new Event('clear'))
    keeper.current?.clear()
  }

  const removeFile = (name: string): void => {
    const input = formRef.current && controlsOf(formRef.current, name)[0]
    if (!input) return
    input.value = ''
    for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }))
    input.focus()
  }
  const files = Object.fromEntries(
    Object.entries(formState.files).map(([name, file]) => [name, { ...file, remove: () => removeFile(name) }]),
  )

  return (
    <FormView
      form={form}
      notice={notice}
      formVersion={formVersion}
      faults={errors.faults}
      alert={errors.alert}
      failure={errors.failure}
      live={{ ...formState, ...submission, showAnswers, files, saved: isSaved, summaryRef, checkPart }}
      formRef={formRef}
      aside={
        <>
          <DraftStatus state={draft} onClear={clear} />
          {Parts && <Parts {...{ form, closes: props.closes, formRef, keeper, isContinued, isSaved }} />}
        </>
      }
    />
  )
}
