import { spacing } from '../../../ui/kolam/dots.ts'
import { KolamDots } from '../../../ui/kolam/KolamDots.tsx'
import styles from './notice.module.css'

/** Many dots and a line around one of them: what you tell us stays yours. Decoration. */
export const OwnDot = () => (
  <KolamDots size={5} shape="octagon">
    <circle className={styles.own} cx={spacing} cy={-spacing} r={Math.SQRT2} />
  </KolamDots>
)
