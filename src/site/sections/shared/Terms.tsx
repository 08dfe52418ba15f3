import type { Program } from '../../../content/schema/program.ts'
import dots from './dots.module.css'

/** What participants get and who can apply, side by side, before the form. */
export function Terms({ program }: { program: Pick<Program, 'name' | 'features' | 'eligibility' | 'duration'> }) {
  return (
    <section className="section">
      <div className="wrap stack gap-7 split even">
        <div className="stack">
          <h2 className="text-4">What you get</h2>
          <ul className={`rows faint snug dots ${dots.dots}`}>
            {program.features.map((feature) => (
              <li key={feature}>{feature}</li>
            ))}
          </ul>
        </div>
        <div className="stack">
          <h2 className="text-4">Who can apply</h2>
          <ul className={`rows faint snug dots ${dots.dots} ${dots.rings}`}>
            {program.eligibility.map((line) => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  )
}
