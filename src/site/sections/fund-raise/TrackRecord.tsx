import { programs, stats } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import { Stats } from '../shared/Stats.tsx'

/** The results so far, and the costs. */
export function TrackRecord() {
  const { trackRecord, fees } = programs.fundRaise
  return (
    <Section title={trackRecord.title} intro={trackRecord.intro} ground="deep">
      <div className="stack gap-6">
        <Stats stats={stats.fundRaise} scope={stats.scopes.fundRaise} size="poster" />
        <div className={'stack gap-3 split even'}>
          <h3>{fees.title}</h3>
          <p className="soft">{fees.text}</p>
        </div>
      </div>
    </Section>
  )
}
