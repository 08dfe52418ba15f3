import { useEffect, useRef, useState } from 'react'
import type { Form } from '../forms/form.ts'
import { reference } from '../shared/ids.ts'
import { Button } from '../ui/button/Button.tsx'
import { Kolam } from '../ui/kolam/Kolam.tsx'
import { kolamOf } from '../ui/kolam/of-application.ts'
import { discard, type Waiting } from './delivery-queue.ts'
import { warnOnce } from './device-store.ts'
import { EditedForm } from './EditedForm.tsx'
import type { Notice } from './notice.ts'
import type { Raw } from './raw.ts'
import { SuccessView } from './SuccessView.tsx'
import type { Sent } from './submit-answers.ts'
import styles from './success-view.module.css'
import { WaitingList } from './WaitingList.tsx'
import { type DeliveryWatch, watchDeliveries } from './watch-deliveries.ts'

/** What the success view says of the delivery. */
const remarks = {
  'at once': undefined,
  waits:
    'We could not be reached just now, so your answers are kept on this device and are sent by themselves as soon as the connection returns.',
  later: 'The connection has returned, and your answers have reached us.',
} as const

/** What stands at a form that its definition does not say. */
export interface Standing {
  readonly notice: Notice
}

/** A form as a visitor meets it: filled in, sent, and answered; beside it what still waits on the device. */
export const ApplicationForm = ({ form, notice }: Standing & { readonly form: Form }) => {
  const [sent, setSent] = useState<Sent & { readonly way: 'at once' | 'waits' | 'later' }>()
  const [start, setStart] = useState<{ readonly round: number; readonly raw?: Raw }>({ round: 0 })
  const [waiting, setWaiting] = useState<readonly Waiting[]>([])
  const watch = useRef<DeliveryWatch>(undefined)
  const heading = useRef<HTMLHeadingElement>(null)
  const frame = useRef<HTMLDivElement>(null)

  useEffect(() => {
    watch.current = watchDeliveries(setWaiting, ({ key, applicationId }) =>
      setSent((before) => (before?.key === key ? { ...before, applicationId, way: 'later' } : before)),
    )
    return () => watch.current?.stop()
  }, [])

  const isSent = sent !== undefined
  useEffect(() => {
    if (!isSent) return
    heading.current?.focus({ preventScroll: true })
    frame.current?.scrollIntoView()
  }, [isSent])
  useEffect(() => {
    if (start.round > 0) frame.current?.querySelector<HTMLElement>('[data-field] :is(input, select, textarea)')?.focus()
  }, [start])

  const startAgain = (raw?: Raw): void => {
    setStart(({ round }) => ({ round: round + 1, raw }))
    setSent(undefined)
  }

  const takeBack = (one: Waiting): void => {
    discard(one.key).catch((error: unknown) => warnOnce('discarding', error))
    startAgain(one.answers)
  }

  return (
    <div className={styles.frame} ref={frame}>
      <WaitingList
        form={form}
        waiting={waiting.filter(({ key, refusal }) => key !== sent?.key || refusal !== undefined)}
        onTryNow={() => void watch.current?.tryNow()}
        onTakeBack={takeBack}
      />
      {sent === undefined ? (
        <EditedForm
          key={start.round}
          form={form}
          notice={notice}
          raw={start.raw}
          onSent={(one) => setSent({ ...one, way: one.applicationId === undefined ? 'waits' : 'at once' })}
        />
      ) : (
        <SuccessView
          form={form}
          reference={sent.applicationId === undefined ? undefined : reference(sent.applicationId)}
          remark={remarks[sent.way]}
          drawing={<Kolam key={sent.applicationId} drawn {...kolamOf(form.type, sent.applicationId ?? sent.key)} />}
          waits={sent.way === 'waits'}
          headingRef={heading}
          again={
            <Button weight="line" onClick={() => startAgain(form.keepsAnswers ? sent.raw : undefined)}>
              {form.texts.again}
            </Button>
          }
        />
      )}
    </div>
  )
}
