import { encode } from 'uqr'
import styles from './qr.module.css'

/** A QR code of `text`, black on white in every theme, with the quiet zone that readers need. */
export function Qr({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('')
  return (
    <svg className={styles.qr} viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <path className={styles.ground} d={`M0 0h${size}v${size}H0z`} />
      <path d={path} />
    </svg>
  )
}
