import plot from './plot.module.css'

/** A list, and the part of a drawing that opens it, in pixels. */
interface Surface {
  readonly href: string
  /** What is drawn there, in words. */
  readonly label: string
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** Links over the parts of a drawing, which itself is hidden from keyboard and screen readers. They lie in a frame of the class `opening`. */
export const Opens = ({ surfaces }: { readonly surfaces: readonly Surface[] }) =>
  surfaces.map(({ href, label, ...box }) => (
    <a key={label} className={plot.opens} href={href} style={box}>
      <span className="visually-hidden">{label}</span>
    </a>
  ))
