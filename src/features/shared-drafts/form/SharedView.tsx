import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import button from '../../../form-view/plain-button.module.css'
import { ids } from '../../../form-view/view/ids.ts'
import { isFileField } from '../../../forms/fields/file.ts'
import { type Form, inOrder } from '../../../forms/form.ts'
import { spoken, translate, untranslated } from '../../../shared/translate.ts'
import type { SharedDocument, SharedStatus } from './document.ts'
import { ShareDialog } from './ShareDialog.tsx'

interface SharedViewProps {
  readonly form: Form
  readonly element: HTMLFormElement
  readonly status: SharedStatus
  /** The questions that another device answered differently, and its draft. */
  readonly differing?: readonly string[]
  readonly theirs?: SharedDocument | undefined
  /** Whether the dialog opens as soon as there is a link. */
  readonly opens: boolean
  readonly link?: string
  /** The applicant's address, if the form has it. */
  readonly email?: string
  readonly onUse?: (name: string) => void
  readonly onKeep?: (name: string) => void
  readonly onRetry?: () => void
  /** Resolves to false when the server could not be reached. */
  readonly onStop?: () => Promise<boolean>
  readonly onNewLink?: () => void
}

const moment = (at: number): string =>
  new Intl.DateTimeFormat(spoken() ?? 'en-GB', { dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' }).format(at)

const endings = {
  none: untranslated`There’s no shared draft under this link any more: sharing was stopped, or its time is over. What you typed is still on the device where you typed it.`,
  incomplete: untranslated`This link isn’t complete. Please copy all of it from where you got it.`,
  unable: untranslated`This browser can’t open shared drafts. Please use a newer one, over https.`,
  'other form': untranslated`This link belongs to another form.`,
}

const statusText = ({ kind, message, why = 'none' }: SharedStatus, theirs: SharedDocument | undefined): string => {
  const reference = theirs?.sent?.reference
  switch (kind) {
    case 'busy':
      return translate`Shared by link · loading …`
    case 'current':
      return translate`Shared by link · up to date`
    case 'unreachable':
      return translate`Shared by link · offline. Changes stay on this device until they can be shared.`
    case 'differing':
      return translate`Shared by link · changes stay on this device until you choose an answer.`
    case 'refused':
      return translate`Not shared: ${message}`
    case 'ended':
      return why === 'sent'
        ? translate`This form was sent from another device on ${moment(theirs?.at ?? 0)}${reference === undefined ? '' : translate`, reference ${reference}`}. What’s here is a copy: there’s no need to send it again.`
        : translate(endings[why])
  }
}

/** Renders its children after a question, across both columns. */
const AfterField = ({ element, name, children }: Pick<SharedViewProps, 'element'> & { name: string; children: ReactNode }) => {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    host.className = 'soft small shared-draft-at-field'
    element.querySelector(`[data-field="${name}"]`)?.after(host)
    return () => host.remove()
  }, [element, name, host])
  return createPortal(children, host)
}

/** The answer of another device to a question, below the answer in the form. */
const OtherAnswer = ({
  form,
  name,
  theirs,
  onUse,
  onKeep,
}: Omit<SharedViewProps, 'element' | 'status' | 'opens'> & { name: string }) => {
  const field = form.fields[name]
  const label = (text: string): string => field?.options?.find((option) => option.value === text)?.label ?? text
  const text = [theirs?.answers[name] ?? []].flat().map(label).join(', ')
  return (
    <section className="note shared-draft-other" aria-label={translate`${field?.label}: another answer`}>
      <p>{translate`“${field?.label}” was answered on another device, too (${moment(theirs?.at ?? 0)}):`}</p>
      <blockquote className="typed">{text || translate`left empty`}</blockquote>
      <p className="shared-draft-choice">
        <button type="button" className={button.plain} onClick={() => onUse?.(name)}>{translate`Use this answer`}</button>
        <button type="button" className={button.plain} onClick={() => onKeep?.(name)}>{translate`Keep mine`}</button>
      </p>
    </section>
  )
}

/** The state of a shared draft, its link, and the answers that differ between devices. */
export const SharedView = (props: SharedViewProps) => {
  const { form, element, status, theirs, differing = [], opens, link, email = '', onRetry, onStop, onNewLink } = props
  const [isOpen, setOpen] = useState(opens)
  const opener = useRef<HTMLButtonElement>(null)
  return (
    <div className="soft small screen shared-draft-status">
      <div role="status">
        <p>{statusText(status, theirs)}</p>
        {differing.length > 0 && (
          <p>
            {differing.length === 1 ? translate`One question has` : translate`${differing.length} questions have`}
            {translate` another answer:`}{' '}
            {differing.map((name, index) => (
              <span key={name}>
                {index > 0 && ', '}
                <a href={`#${ids.field(name)}`}>{form.fields[name]?.label}</a>
              </span>
            ))}
          </p>
        )}
      </div>
      {status.kind === 'ended' && status.why === 'none' && (
        <button type="button" className={button.plain} onClick={onNewLink}>{translate`Make a new link`}</button>
      )}
      {link !== undefined && (
        <button
          type="button"
          className={button.plain}
          ref={opener}
          onClick={() => setOpen(true)}
        >{translate`Show the link`}</button>
      )}
      {isOpen && link !== undefined && (
        <ShareDialog
          {...{ form, status, link, email, onRetry, onStop }}
          onClose={() => {
            setOpen(false)
            opener.current?.focus()
          }}
        />
      )}
      {differing.map((name) => (
        <AfterField key={name} element={element} name={name}>
          <OtherAnswer {...props} name={name} />
        </AfterField>
      ))}
      {link !== undefined &&
        inOrder(form).map(
          ([name, field]) =>
            isFileField(field) && (
              <AfterField key={`file ${name}`} element={element} name={name}>
                <p>{translate`Files aren’t shared by the link. Attach this one on the device that sends the form.`}</p>
              </AfterField>
            ),
        )}
    </div>
  )
}
