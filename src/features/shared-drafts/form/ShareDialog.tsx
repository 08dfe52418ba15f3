import { useEffect, useRef, useState } from 'react'
import button from '../../../form-view/plain-button.module.css'
import link from '../../../form-view/view/keep-link.module.css'
import { LinkActions, useQr } from '../../../form-view/view/LiveKeepLink.tsx'
import { isFileField } from '../../../forms/fields/file.ts'
import { type Form, inOrder } from '../../../forms/form.ts'
import { translate } from '../../../shared/translate.ts'
import type { SharedStatus } from './document.ts'
import { reminder } from './reminder.ts'

interface ShareDialogProps {
  readonly form: Form
  readonly status: SharedStatus
  readonly link: string
  readonly email: string
  readonly onRetry?: (() => void) | undefined
  readonly onStop?: (() => Promise<boolean>) | undefined
  readonly onClose: () => void
}

/** A `mailto:` URL, because our server must not see the link. */
const mailOf = (form: Form, email: string, url: string): string =>
  `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(translate`Not sent yet: ${form.title}`)}&body=${encodeURIComponent(
    `${translate`Continue the draft here, on any device:`}\n\n${url}\n\n${translate`Whoever has this link can read and change the answers. Nothing has been sent yet.`}\n`,
  )}`

/** All ways to get the link to another device; none of them uses our server. */
const LinkOptions = ({ form, url, email }: { readonly form: Form; readonly url: string; readonly email: string }) => {
  const qr = useQr(url, translate`QR code of the link to this draft`)
  return (
    <div className="row shared-draft-head">
      <div>
        <p className={`small ${link.link}`}>{url}</p>
        <p className={`row ${link.actions}`}>
          <LinkActions title={form.title} url={url} />
          <a className={button.plain} href={mailOf(form, email, url)}>{translate`Email it to myself`}</a>
          <a className={button.plain} href={reminder(form, Date.now())} download="reminder.ics">{translate`Add a reminder`}</a>
        </p>
      </div>
      <div className={link.qr}>
        {qr}
        <p className="soft small">{translate`Scan it with your phone`}</p>
      </div>
    </div>
  )
}

const StopSharing = ({ onStop }: Pick<ShareDialogProps, 'onStop'>) => {
  const [state, setState] = useState<'asked' | 'failed'>()
  const stop = async (): Promise<void> => {
    if ((await onStop?.()) === false) setState('failed')
  }
  if (state === undefined)
    return <button type="button" className={button.plain} onClick={() => setState('asked')}>{translate`Stop sharing`}</button>
  return (
    <>
      <span role="status" className={`small ${link.status}`}>
        {state === 'failed'
          ? translate`We couldn’t be reached.`
          : translate`The link ends for everyone. Each device keeps its own copy.`}
      </span>
      <button type="button" className={button.plain} onClick={stop}>
        {state === 'failed' ? translate`Try again` : translate`Stop for everyone`}
      </button>
    </>
  )
}

/** The dialog that shows the link of a shared draft and explains it. */
export const ShareDialog = ({ form, status, link: url, email, onRetry, onStop, onClose }: ShareDialogProps) => {
  const dialog = useRef<HTMLDialogElement>(null)
  // The link is shown only after the server has stored the draft, because a link that does not work yet is worse than none.
  const [isStored, setStored] = useState(false)
  useEffect(() => dialog.current?.showModal(), [])
  useEffect(() => {
    if (status.kind === 'current' || status.kind === 'differing') setStored(true)
  }, [status.kind])
  const hasFile = inOrder(form).some(([, field]) => isFileField(field))
  return (
    <dialog className="shared-draft-dialog" ref={dialog} aria-labelledby="shared-draft-title" onClose={onClose}>
      <div className="row shared-draft-head">
        <h2 className="text-4" id="shared-draft-title">{translate`Continue on another device`}</h2>
        <button type="button" className={button.plain} onClick={() => dialog.current?.close()}>{translate`Close`}</button>
      </div>
      <p>{translate`Open this link on your phone or another computer, or give it to a co-founder. Whoever has it sees these answers and can change them.`}</p>
      {isStored ? (
        <LinkOptions form={form} url={url} email={email} />
      ) : (
        <p role="status">
          {status.kind === 'busy' && translate`The link is being made …`}
          {status.kind === 'refused' && status.message}
          {status.kind === 'unreachable' && (
            <>
              {translate`We couldn’t be reached, so there’s no link yet. Your draft is still on this device.`}{' '}
              <button type="button" className={button.plain} onClick={onRetry}>{translate`Try again`}</button>
            </>
          )}
        </p>
      )}
      <p className="soft small">
        {translate`Your answers are encrypted in this browser. The key is in the link, after the #, and never reaches us: we can’t read this draft, and we can’t give you a lost link again. It’s deleted when the form is sent, 3 days after the last change, or 30 days once the link was opened on another device.`}
        {hasFile && translate` Files aren’t shared: attach them on the device that sends the form.`}
      </p>
      <p className={`row ${link.actions}`}>
        <StopSharing onStop={onStop} />
      </p>
    </dialog>
  )
}
