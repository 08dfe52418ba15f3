import { ListSkeleton } from '../parts/List.tsx'
import styles from './desk-room.module.css'

/** The desk's outline, while it is asked who is there. */
export function RoomSkeleton() {
  return (
    <div className={styles.room} aria-busy="true">
      <header className={styles.head}>
        <h1>Applications</h1>
      </header>
      <div className={styles.bones} data-bones="cards" aria-hidden="true" />
      <div className={styles.bones} data-bones="filters" aria-hidden="true" />
      <div className={styles.desk} data-columns="">
        <div className={styles.listed}>
          <ListSkeleton />
        </div>
      </div>
    </div>
  )
}
