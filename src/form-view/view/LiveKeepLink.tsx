import { type ReactNode, useEffect, useState } from 'react'
import { type Form, nounOf } from '../../forms/form.ts'
import { translate } from '../../shared/translate.ts'
import { warnOnce } from '../device-store.ts'
import button from '../plain-button.module.css'
import { KeepLink, qrLabel } from './KeepLink.tsx'
import styles from './keep-link.module.css'

type Qr = typeof import('../../ui/qr/Qr.tsx')['Qr']

/** Shares the link with another app. Closing the list of apps is no error. */
const share = (data: ShareData): void => void navigator.share(data).catch(() => undefined)

/** Buttons that copy the link and share it. Each is missing if the browser cannot do it, as over plain HTTP. */
export const LinkActions = ({ title, url }: { readonly title: string; readonly url: string }) => {
  const [copied, setCopied] = useState<boolean>()
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      {navigator.share !== undefined && (
        <button type="button" className={button.plain} onClick={() => share({ title, url })}>{translate`Share the link`}</button>
      )}
      {navigator.clipboard !== undefined && (
        <button type="button" className={button.plain} onClick={copy}>{translate`Copy the link`}</button>
      )}
      <span role="status" className={`small ${styles.status}`}>
        {copied === true && translate`Copied.`}
        {copied === false && translate`Not copied: please select the link above.`}
      </span>
    </>
  )
}

/** A QR code; null until its script is loaded. It is loaded only where a link is shown, so that it does not make the form's page larger. */
export function useQr(text: string, label: string): ReactNode {
  const [Qr, setQr] = useState<Qr>()
  useEffect(() => {
    import('../../ui/qr/Qr.tsx').then(
      (loaded) => setQr(() => loaded.Qr),
      (error: unknown) => warnOnce('the QR code', error),
    )
  }, [])
  return Qr ? <Qr text={text} label={label} /> : null
}

/** The private link with buttons and a QR code. */
export const LiveKeepLink = ({
  form,
  url,
  reference,
}: {
  readonly form: Form
  readonly url: string
  readonly reference: string
}) => {
  const noun = nounOf(form)
  return (
    <KeepLink
      noun={noun}
      url={url}
      reference={reference}
      actions={<LinkActions title={form.title} url={url} />}
      qr={useQr(url, qrLabel(noun))}
    />
  )
}
