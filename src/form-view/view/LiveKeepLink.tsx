import { type ReactNode, useEffect, useState } from 'react'
import { warnOnce } from '../device-store.ts'
import { KeepLink, qrLabel } from './KeepLink.tsx'
import styles from './keep-link.module.css'

type Qr = typeof import('../../ui/qr/Qr.tsx')['Qr']

/** A button that copies the link. Renders nothing if the page has no access to the clipboard, as over plain HTTP. */
export const CopyLink = ({ url }: { readonly url: string }) => {
  const [copied, setCopied] = useState<boolean>()
  if (navigator.clipboard === undefined) return null
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }
  return (
    <>
      <button type="button" className={styles.action} onClick={copy}>
        Copy the link
      </button>
      <span role="status" className={styles.status}>
        {copied === true && 'Copied.'}
        {copied === false && 'Not copied: please select the link above.'}
      </span>
    </>
  )
}

/** A QR code; undefined until its script is loaded. It is loaded only where a link is shown, so that it does not make the form's page larger. */
export function useQr(text: string, label: string): ReactNode | undefined {
  const [Qr, setQr] = useState<Qr>()
  useEffect(() => {
    import('../../ui/qr/Qr.tsx').then(
      (loaded) => setQr(() => loaded.Qr),
      (error: unknown) => warnOnce('the QR code', error),
    )
  }, [])
  return Qr && <Qr text={text} label={label} />
}

/** The private link with a copy button and a QR code. */
export const LiveKeepLink = ({ url, reference }: { readonly url: string; readonly reference: string }) => (
  <KeepLink url={url} reference={reference} actions={<CopyLink url={url} />} qr={useQr(url, qrLabel)} />
)
