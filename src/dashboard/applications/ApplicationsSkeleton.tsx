import { Screen } from '../ui/Screen.tsx'
import styles from './applications-page.module.css'
import { ListSkeleton } from './List.tsx'

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
