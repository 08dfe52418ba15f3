import { portraitAddress } from '../shared/pictures.ts'
import { initialsOf } from './initials.ts'
import styles from './portrait.module.css'

/** A person's portrait, lying on a tile with the initials: the tile is what is seen when the picture fails. */
export function Portrait({ name, image, className }: { name: string; image: string; className?: string }) {
  const address = portraitAddress(image)
  return (
    <span className={[styles.portrait, className].filter(Boolean).join(' ')}>
      <span aria-hidden="true">{initialsOf(name)}</span>
      {address && <img src={address} alt="" width="240" height="240" />}
    </span>
  )
}
