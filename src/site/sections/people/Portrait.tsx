import { portraitAddress, portraitItself } from '../shared/content-pictures.ts'
import { initialsOf } from './initials.ts'
import styles from './portrait.module.css'

/**
 * A person's portrait, lying on a tile with the initials: the tile is what is seen when the picture fails.
 * `within` puts the drawing into the page itself.
 */
export function Portrait({ name, image, className, within }: { name: string; image: string; className?: string; within?: true }) {
  const address = within ? portraitItself(image) : portraitAddress(image)
  return (
    <span className={[styles.portrait, className].filter(Boolean).join(' ')}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      {address && <img src={address} alt="" width="240" height="240" />}
    </span>
  )
}
