import type { ReactNode } from 'react'
import { programs, stats } from '../../../content/content.ts'
import { frieze } from '../../../ui/kolam/Frieze.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import kolam from '../../../ui/kolam/kolam.module.css'
import { kolams } from '../../kolams.ts'
import { foldOf } from '../shared/Fold.tsx'
import { sentencesOf } from '../shared/Hero.tsx'
import { Section } from '../shared/Section.tsx'
import { Unbroken } from '../shared/Unbroken.tsx'
import styles from './acceleration-as-service.module.css'

const { hero, models, provides, impact } = programs.accelerationAsService

/** The page's opening: next to each sentence is what it adds to the drawing. The dots and the background stand for the partner, the line for us. */
export function Opening({ children }: { children: ReactNode }) {
  const sentences = sentencesOf(hero.title)
  const own = kolams['acceleration-as-service']
  return (
    <section className="deep opening">
      <div className={`wrap stack ${styles.opening}`}>
        <h1 className="display">
          {sentences.map((sentence, at) => {
            const last = at === sentences.length - 1
            return (
              <span key={sentence} className="row middle gap-2">
                {sentence}{' '}
                <span className={`screen ${at === 0 ? styles.dots : styles.plate}`}>
                  <Kolam {...own} name={last ? own.name : undefined} share={last ? 1 : 0} drawn={last} />
                </span>
              </span>
            )
          })}
        </h1>
        <p className="lead">{hero.text}</p>
        <div className="row middle">{children}</div>
      </div>
    </section>
  )
}

/** The three service models, each with a dot for every part that the page lists, and a line around the parts that we do. */
export function Models() {
  return (
    <Section title={models.title} intro={models.intro} ground="sunk">
      <ul className={`stack gap-7 ${styles.models}`}>
        {models.items.map(({ title, duration, text, ours, suits }) => (
          <li key={title} className="stack gap-3">
            <Shares ours={ours} />
            <h3>{title}</h3>
            <p className={`label text-3 ${styles.duration}`}>{duration}</p>
            <p>{text}</p>
            <dl className="facts rows faint tight">
              <div>
                <dt>Ours</dt>
                <dd>{ours.join(', ').toLowerCase()}</dd>
              </div>
              <div>
                <dt>Suits</dt>
                <dd>{suits}</dd>
              </div>
            </dl>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The parts of a programme, each with its own dot in the row of the service models. */
export function Provides() {
  return (
    <Section title={provides.title} intro={provides.intro} fold={foldOf(provides.items)}>
      <ol className={`rows faint loose ${styles.provides}`}>
        {provides.items.map(({ title, text }) => (
          <li key={title} className="stack gap-1">
            <Shares ours={[title]} />
            <h3>{title}</h3>
            <p>
              <Unbroken text={text} />
            </p>
          </li>
        ))}
      </ol>
    </Section>
  )
}

/** A row of dots, with a line around each run of parts in `ours`. */
function Shares({ ours }: { ours: readonly string[] }) {
  const parts = provides.items.map(({ title }) => ours.includes(title))
  const runs = parts.flatMap((mine, from) => {
    if (!mine || parts[from - 1]) return []
    const end = parts.indexOf(false, from)
    return [{ from, count: (end === -1 ? parts.length : end) - from }]
  })
  return (
    <svg className={`drawing ${styles.shares}`} viewBox={`-2 -2 ${parts.length * 4} 4`} aria-hidden="true">
      {runs.map(({ from, count }) => (
        <path key={from} className={kolam.line} d={frieze(count, 1).paths[0]} transform={`translate(${from * 4})`} />
      ))}
      <path className={kolam.dots} d={parts.map((_, at) => `M${at * 4} 0h0`).join('')} />
    </svg>
  )
}

/** The impact of partner programmes as a drawing: a line for each partner, a dot for each startup. */
export function Impact() {
  const figures = stats.accelerationAsService
  if (figures.length === 0) return null
  const twenty = frieze(5, 4)
  const shifts = Array.from({ length: 25 }, (_, at) => `translate(${(at % 5) * 24} ${Math.floor(at / 5) * 20})`)
  return (
    <Section title={impact.title} intro={impact.intro} ground="deep">
      <div className={'stack gap-7 split'}>
        <figure className="stack">
          <ul className="rows" aria-label={stats.scopes.accelerationAsService}>
            {figures.map(({ value, label }) => (
              <li key={label} className="stack gap-1">
                <strong className="display text-6">{value}</strong> <span className="soft text-3">{label}</span>
              </li>
            ))}
          </ul>
          <figcaption aria-hidden="true">{stats.scopes.accelerationAsService}</figcaption>
        </figure>
        <figure className={`stack screen ${styles.count}`} aria-hidden="true">
          <svg className="drawing" viewBox="-2 -2 116 96" aria-hidden="true">
            <defs>
              <g id="twenty">
                <path className={kolam.line} d={twenty.paths[0]} />
                <path className={kolam.dots} d={twenty.dots.map(({ x, y }) => `M${x} ${y}h0`).join('')} />
              </g>
            </defs>
            {shifts.map((shift) => (
              <use key={shift} href="#twenty" transform={shift} />
            ))}
          </svg>
          <figcaption>{impact.drawing}</figcaption>
        </figure>
      </div>
    </Section>
  )
}
