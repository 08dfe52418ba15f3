import { type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { isFileField } from '../../../forms/fields/file.ts'
import { type Form, inOrder } from '../../../forms/form.ts'
import button from '../../plain-button.module.css'
import { ids } from '../../view/ids.ts'
import type { Version } from './merge.ts'
import { ShareDialog } from './ShareDialog.tsx'
import type { Ending, SyncStatus } from './sync.ts'

interface SharedViewProps {
  readonly form: Form
  readonly element: HTMLFormElement
  readonly status: SyncStatus
  /** Whether the dialog opens as soon as there is a link. */
  readonly opens?: boolean
  readonly link?: string
  /** The applicant's address, if the form has it. */
  readonly email?: string
  readonly onUse?: (name: string, version: Version) => void
  readonly onDismiss?: (name: string, version: Version) => void
  readonly onRetry?: () => void
  /** Resolves to false when the server could not be reached. */
  readonly onStop?: () => Promise<boolean>
  readonly onNewLink?: () => void
}

const moment = (at: number): string => new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' }).format(at)

const endingText = (ending: Ending): string => {
  switch (ending.why) {
    case 'sent':
      return `This form was sent from another device on ${moment(ending.sent.at)}${ending.sent.reference === undefined ? '' : `, reference ${ending.sent.reference}`}. What’s here is a copy: there’s no need to send it again.`
    case 'none':
      return 'There’s no shared draft under this link: sharing was stopped, or nothing changed for 30 days. What you typed on this device is still here.'
    case 'unreadable':
      return 'This link isn’t complete. Please copy all of it from where you got it.'
    case 'unable':
      return 'This browser can’t open shared drafts. Please use a newer one, over https.'
    case 'other form':
      return 'This link belongs to another form.'
  }
}

const statusText = ({ kind, message }: SyncStatus): string => {
  switch (kind) {
    case 'busy':
      return 'Shared by link · loading …'
    case 'current':
      return 'Shared by link · up to date'
    case 'unreachable':
      return 'Shared by link · offline. Changes stay on this device until they can be shared.'
    case 'refused':
      return `Not shared: ${message}`
  }
}

/** Renders its children after a question, across both columns. */
const AfterField = ({ element, name, children }: Pick<SharedViewProps, 'element'> & { name: string; children: ReactNode }) => {
  const [host] = useState(() => document.createElement('div'))
  useEffect(() => {
    host.className = 'shared-draft-at-field'
    element.querySelector(`[data-field="${name}"]`)?.after(host)
    return () => host.remove()
  }, [element, name, host])
  return createPortal(children, host)
}

const valueText = ({ value }: Version, form: Form, name: string): string => {
  const label = (text: string): string => form.fields[name]?.options?.find((option) => option.value === text)?.label ?? text
  return typeof value === 'string' ? label(value) : value.map(label).join(', ')
}

/** The answers of other devices to a question, each to use or dismiss. */
const Alternatives = ({
  form,
  name,
  versions,
  onUse,
  onDismiss,
}: Pick<SharedViewProps, 'form' | 'onUse' | 'onDismiss'> & { name: string; versions: readonly Version[] }) =>
  versions.map((version) => (
    <section
      key={`${version.by} ${version.n}`}
      className="shared-draft-other"
      aria-label={`${form.fields[name]?.label}: another answer`}
    >
      <p>{`“${form.fields[name]?.label}” was answered on another device, too (${moment(version.at)}):`}</p>
      <blockquote>{valueText(version, form, name) || 'left empty'}</blockquote>
      <p className="shared-draft-choice">
        <button type="button" className={button.plain} onClick={() => onUse?.(name, version)}>
          Use this answer
        </button>
        <button type="button" className={button.plain} onClick={() => onDismiss?.(name, version)}>
          Keep mine
        </button>
      </p>
    </section>
  ))

/** The questions that other devices answered differently, as links. */
const Links = ({ form, names }: Pick<SharedViewProps, 'form'> & { readonly names: readonly string[] }) => (
  <p>
    {names.length === 1 ? 'One question has' : `${names.length} questions have`} another answer:{' '}
    {names.map((name, index) => (
      <span key={name}>
        {index > 0 && ', '}
        <a href={`#${ids.field(name)}`}>{form.fields[name]?.label}</a>
      </span>
    ))}
  </p>
)

/** The state of a shared draft, its link, and the answers that differ between devices. */
export const SharedView = (props: SharedViewProps) => {
  const { form, element, status, opens = false, link, email = '', onUse, onDismiss, onRetry, onStop, onNewLink } = props
  const [isOpen, setOpen] = useState(opens)
  const opener = useRef<HTMLButtonElement>(null)
  const { ending, alternatives } = status
  if (ending !== undefined)
    return (
      <div className="shared-draft-status" role="status">
        <p>{endingText(ending)}</p>
        {ending.why === 'none' && (
          <button type="button" className={button.plain} onClick={onNewLink}>
            Make a new link
          </button>
        )}
      </div>
    )
  const names = inOrder(form).flatMap(([name]) => (name in alternatives ? [name] : []))
  return (
    <div className="shared-draft-status">
      <div role="status">
        <p>{statusText(status)}</p>
        {names.length > 0 && <Links form={form} names={names} />}
      </div>
      <button type="button" className={button.plain} ref={opener} onClick={() => setOpen(true)}>
        Show the link
      </button>
      {isOpen && link !== undefined && (
        <ShareDialog
          form={form}
          status={status}
          link={link}
          email={email}
          onRetry={onRetry}
          onStop={onStop}
          onClose={() => {
            setOpen(false)
            opener.current?.focus()
          }}
        />
      )}
      {names.map((name) => (
        <AfterField key={name} element={element} name={name}>
          <Alternatives form={form} name={name} onUse={onUse} onDismiss={onDismiss} versions={alternatives[name] ?? []} />
        </AfterField>
      ))}
      {inOrder(form).map(
        ([name, field]) =>
          isFileField(field) && (
            <AfterField key={`file ${name}`} element={element} name={name}>
              <p>Files aren’t shared by the link. Attach this one on the device that sends the form.</p>
            </AfterField>
          ),
      )}
    </div>
  )
}
