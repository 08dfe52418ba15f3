import type { ReactNode } from 'react'
import { escapeMarkup } from '../../shared/escape.ts'
import { spoken, translate } from '../../shared/translate.ts'
import main from '../../ui/button/button.module.css'
import button from '../plain-button.module.css'
import styles from './keep-link.module.css'

interface KeepLinkProps {
  /** What was sent: see `nounOf`. */
  readonly noun: string
  /** The URL of the private link. */
  readonly url: string
  readonly reference: string
  /** A QR code of the link; null until it is loaded. The style sheet shows it where a second device is likely. */
  readonly qr: ReactNode
  /** Buttons that need a script. */
  readonly actions?: ReactNode
}

export const qrLabel = (noun: string): string => translate`QR code of the link to your ${noun}`

/** A small HTML file that contains the link, as a data URL. */
const fileOf = (noun: string, url: string, reference: string): string =>
  `data:text/html;charset=utf-8,${encodeURIComponent(
    `<!doctype html>${spoken() ? `<html lang="${spoken()}">` : ''}<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${translate`Your ${noun} ${reference}`}</title>` +
      `<p>${translate`Your ${noun}, reference ${reference}:`}</p><p><a href="${escapeMarkup(url)}">${escapeMarkup(url)}</a></p>`,
  )}`

/** Shows the private link, to open, save and scan. */
export const KeepLink = ({ noun, url, reference, qr, actions }: KeepLinkProps) => (
  <section className={`stack gap-5 ${styles.keep}`} aria-label={translate`The page of your ${noun}`}>
    <div>
      <p>
        <a className={`${main.button} ${main.main} screen`} href={url}>{translate`Open my ${noun}`}</a>
      </p>
      <p className={`text-3 ${styles.title}`}>{translate`Keep this link: it’s the page of your ${noun}`}</p>
      <p>
        {translate`Where it stands, and what you sent. You can change or withdraw it there. Whoever has the link can open it. Once you open a link from our emails, use that one; this one stops.`}
      </p>
      <p className={`small ${styles.link}`}>
        <a href={url}>{url}</a>
      </p>
      <p className={`row screen ${styles.actions}`}>
        {actions}
        <a
          className={button.plain}
          href={fileOf(noun, url, reference)}
          download={`${noun}-${reference}.html`}
        >{translate`Save the link`}</a>
      </p>
    </div>
    <div className={styles.qr}>
      {qr}
      <p className="soft small">{translate`Scan it with your phone`}</p>
    </div>
  </section>
)
