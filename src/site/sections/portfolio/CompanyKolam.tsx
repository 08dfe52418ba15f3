import { portfolio } from '../../../content/content.ts'
import { spacing } from '../../../ui/kolam/dots.ts'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolam } from '../../../ui/kolam/kolam.ts'
import { companyId } from '../shared/CompanyLogo.tsx'
import styles from './company-kolam.module.css'

/** A diamond of seven has 25 dots, one for each of the 25+ companies that we claim. */
const drawing = { seed: 'portfolio', size: 7, shape: 'diamond' } as const

/** The positions of the companies that we show, as steps from the middle. They are on the rim, so that there is space for a name. */
const rim = [
  [1, -2],
  [2, -1],
  [2, 1],
  [1, 2],
  [-1, 2],
  [-2, 1],
  [-2, -1],
  [-1, -2],
] as const

/** One line around a dot for each company. The companies that we show have large dots, which link to their cards. */
export function CompanyKolam() {
  const { viewBox } = kolam(drawing.seed, drawing.size, drawing.shape)
  return (
    <div className={styles.figure}>
      <Kolam {...drawing} drawn />
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing, not a part of a form */}
      <svg className={styles.companies} viewBox={viewBox} role="group" aria-label="The companies as dots of one kolam">
        {portfolio.slice(0, rim.length).map(({ name, category }, at) => {
          const [column = 0, row = 0] = rim[at] ?? []
          const x = column * spacing
          const y = row * spacing
          return (
            <a key={name} href={`#${companyId(name)}`} data-category={category} aria-label={name}>
              <circle className={styles.reach} cx={x} cy={y} r="1.9" />
              <circle className={styles.dot} cx={x} cy={y} r="0.85" />
              <text
                className={styles.name}
                x={x + Math.sign(column) * 2.7}
                y={y + 0.42}
                textAnchor={column > 0 ? 'start' : 'end'}
              >
                {name}
              </text>
              <text className={styles.initial} x={x} y={y + 0.39}>
                {name.charAt(0)}
              </text>
            </a>
          )
        })}
      </svg>
    </div>
  )
}
