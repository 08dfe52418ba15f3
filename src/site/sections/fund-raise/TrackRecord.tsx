import { programs, stats } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import { Stats } from '../shared/Stats.tsx'
import styles from './track-record.module.css'

/** The results so far, and the costs. */
export function TrackRecord() {
  const { trackRecord, fees } = programs.fundRaise
  return (
    <Section title={trackRecord.title} intro={trackRecord.intro} ground="deep">
      <Stats stats={stats.fundRaise} scope={stats.scopes.fundRaise} size="poster" />
      <div className={`stack gap-3 ${styles.fees}`}>
        <h3>{fees.title}</h3>
        <p>{fees.text}</p>
      </div>
    </Section>
  )
}
