import { classNames } from '../../../ui/class-names.ts'
import kolam from '../../../ui/kolam/kolam.module.css'
import { weekCount } from '../shared/weeks.ts'
import styles from './climb.module.css'

/** The distance of two weeks, and the height of the last week over the first one. */
const [step, height] = [4, 15]

/** How high a week stands: little is gained at first. */
const heightAt = (week: number): number => height * Math.max(0, week / (weekCount - 1)) ** 2.1

/** A point of the drawing, `far` from the middle of the line. */
const point = (week: number, far: number): string => `${(week * step).toFixed(1)} ${(-heightAt(week) - far).toFixed(1)}`

/** One side of the line: it goes round the dot of each week, and crosses the other side between two weeks. */
const side = (turn: 1 | -1): string =>
  Array.from({ length: weekCount }, (_, week) => {
    const far = week % 2 === 0 ? turn * 1.6 : -turn * 1.6
    return `C${point(week - 0.08, far)} ${point(week + 0.08, far)} ${point(week + 0.5, 0)}`
  }).join('')

/** The weeks of the accelerator as dots that rise, with one line around them all. */
export const Climb = () => (
  <div className={`wrap screen ${styles.climb}`}>
    <svg
      className={classNames('drawing', kolam.drawn)}
      viewBox={`-2.4 ${-height - 2} ${weekCount * step + 0.8} ${height + 4}`}
      aria-hidden="true"
    >
      {([1, -1] as const).map((turn) => (
        <path key={turn} className={kolam.line} d={`M${point(-0.5, 0)}${side(turn)}`} pathLength={1} />
      ))}
      <path
        className={kolam.dots}
        d={Array.from({ length: weekCount }, (_, week) => `M${week * step} ${(-heightAt(week)).toFixed(2)}h0`).join('')}
      />
    </svg>
  </div>
)
