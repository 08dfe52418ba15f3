import { ListSkeleton } from '../parts/List.tsx'
import { Screen } from '../parts/Screen.tsx'
import styles from './desk-room.module.css'

/** The desk's outline, while it is asked who is there. */
export function RoomSkeleton() {
  return (
    <Screen title="Applications" busy>
      <div className={styles.bones} data-bones="cards" aria-hidden="true" />
      <div className={styles.bones} data-bones="filters" aria-hidden="true" />
      <div className={styles.desk} data-columns="">
        <div className={styles.listed}>
          <ListSkeleton />
        </div>
      </div>
    </Screen>
  )
}
