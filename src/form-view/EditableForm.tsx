import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type Form, inOrder } from '../forms/form.ts'
import { isEmpty, type Raw } from './answers.ts'
import { prepareBackgroundDelivery } from './delivery/background-sync.ts'
import { type Complaint, type Sent, submitAnswers } from './delivery/submit.ts'
import { DraftStatus } from './drafts/DraftStatus.tsx'
import { type DraftKeeper, type DraftState, keepDraft } from './drafts/keeper.ts'
import { checkAnswers, controlsOf, fillAnswers, focusField, readAnswers } from './form-dom.ts'
import { listen, markLongTexts } from './form-events.ts'
import { lookOf } from './form-state.ts'
import { FormView, type Notice } from './view/FormView.tsx'
import { arrivals } from './web-storage.ts'

/** The hold that the page has on a form that is drawn. */
export interface Editing {
  readonly element: HTMLFormElement
  readonly keeper: DraftKeeper
}

interface EditedFormProps {
  readonly form: Form
  readonly notice: Notice
  /** What stands in the form from the start, files too. */
  readonly raw: Raw
  /** Whether that is to be kept as a draft at once, not only after an edit. */
  readonly unsaved: boolean
  readonly onDrawn: (editing: Editing) => void
  readonly onSent: (sent: Sent) => void
  /** The script cannot send: the browser is to do it. */
  readonly onUnable: (error: unknown) => void
}

/** The form while it is filled in: checked, kept as a draft, sent. The inputs keep what they hold; it is read from them. */
export const EditedForm = ({ form, notice, raw, unsaved, onDrawn, onSent, onUnable }: EditedFormProps) => {
  const formRef = useRef<HTMLFormElement>(null)
  const summaryRef = useRef<HTMLDivElement>(null)
  const keeper = useRef<DraftKeeper>(undefined)
  const part = useRef(0)
  const busy = useRef(false)
  const start = useRef({ raw, unsaved, onDrawn })
  const [look, setLook] = useState(() => lookOf(form, raw, 0))
  const [draft, setDraft] = useState<DraftState>({ kind: 'none' })
  const [complaint, setComplaint] = useState<Complaint>({ faults: {} })
  const [sending, setSending] = useState(false)
  const [uploaded, setUploaded] = useState<number>()
  // where the focus goes once the messages are drawn: a field, or the summary
  const [goTo, setGoTo] = useState<{ readonly field?: string }>()

  const lookAgain = useCallback((): void => {
    if (formRef.current === null) return
    markLongTexts(formRef.current)
    const next = lookOf(form, readAnswers(form, formRef.current), part.current)
    setLook((before) => (JSON.stringify(before) === JSON.stringify(next) ? before : next))
  }, [form])

  useLayoutEffect(() => {
    const element = formRef.current
    if (element === null) return
    fillAnswers(form, element, start.current.raw)
    const keeping = keepDraft(form, element, setDraft, lookAgain)
    keeper.current = keeping
    const setFault = (name: string, fault: string | undefined): void =>
      setComplaint((before) => {
        const { [name]: _, ...faults } = before.faults
        return fault === undefined ? { ...before, faults } : { ...before, faults: { ...faults, [name]: fault } }
      })
    const stop = listen(form, element, {
      edited(name) {
        setFault(name, undefined)
        lookAgain()
        keeping.edited()
        if (form.onFailure.kind === 'deliver_later') void prepareBackgroundDelivery()
      },
      refused: setFault,
      fileChosen(name, file, fault) {
        setFault(name, fault)
        keeping.fileChosen(name, file)
      },
      reached(next) {
        part.current = next
        lookAgain()
      },
      left: () => keeping.left(),
    })
    lookAgain()
    void keeping.restore()
    // what was written before the script was there is not stored yet
    if (start.current.unsaved && !isEmpty(form, start.current.raw)) {
      for (const [name, value] of Object.entries(start.current.raw)) if (value instanceof File) keeping.fileChosen(name, value)
      keeping.edited()
    }
    start.current.onDrawn({ element, keeper: keeping })
    return () => {
      stop()
      keeping.stop()
    }
  }, [form, lookAgain])

  useEffect(() => {
    if (goTo === undefined) return
    if (goTo.field === undefined) summaryRef.current?.focus()
    else if (formRef.current !== null) focusField(formRef.current, goTo.field, summaryRef.current)
  }, [goTo])

  const complain = (next: Complaint): void => {
    setComplaint(next)
    setGoTo({ field: inOrder(form).find(([name]) => name in next.faults)?.[0] })
  }

  const submit = async (element: HTMLFormElement, keeping: DraftKeeper): Promise<void> => {
    const faults = checkAnswers(form, element)
    if (Object.keys(faults).length > 0) return complain({ faults })
    setComplaint({ faults: {} })
    setSending(true)
    const submitted = await submitAnswers(
      form,
      readAnswers(form, element),
      { notice: notice.version, origin: arrivals() },
      keeping,
      setUploaded,
    )
    if (submitted.kind === 'sent') onSent(submitted.sent)
    else complain(submitted.complaint)
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

  const removeFile = (name: string): void => {
    const input = formRef.current && controlsOf(formRef.current, name)[0]
    if (!input) return
    input.value = ''
    for (const event of ['input', 'change']) input.dispatchEvent(new Event(event, { bubbles: true }))
    input.focus()
  }
  const files = Object.fromEntries(
    Object.entries(look.files).map(([name, file]) => [name, { ...file, remove: () => removeFile(name) }]),
  )

  return (
    <FormView
      form={form}
      notice={notice}
      faults={complaint.faults}
      alert={complaint.alert}
      live={{ ...look, files, sending, uploaded, summaryRef, onSubmit }}
      formRef={formRef}
      aside={<DraftStatus state={draft} onClear={() => keeper.current?.clear()} />}
    />
  )
}
