import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react'
import { classNames } from '../class-names.ts'
import styles from './button.module.css'

/** `main`: the main action; `line`: an alternative; `quiet`: a small action in a text. */
type Weight = 'main' | 'line' | 'quiet'

/** A button that acts on this page. */
export function Button({
  weight = 'main',
  className,
  type = 'button',
  ...attributes
}: ButtonHTMLAttributes<HTMLButtonElement> & { weight?: Weight }) {
  return <button type={type} className={classNames(styles.button, styles[weight], className)} {...attributes} />
}

/** A link styled as a button. A space follows it, so that screen readers do not join its text with the next one. */
export function ButtonLink({
  weight = 'main',
  className,
  ...attributes
}: AnchorHTMLAttributes<HTMLAnchorElement> & { href: string; weight?: Weight }) {
  return (
    <>
      <a className={classNames(styles.button, styles[weight], className)} {...attributes} />{' '}
    </>
  )
}
