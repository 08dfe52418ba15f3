import { pages, stats } from '../../../content/content.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolams } from '../../kolams.ts'
import { Stats } from '../shared/Stats.tsx'
import styles from './home-hero.module.css'

/** The first screen of the site: who we are, what to do, and the figures, with a kolam beside them. */
export function HomeHero() {
  const { hero, second } = pages.home
  return (
    <section className={`deep ${styles.hero}`}>
      <div className={`wrap ${styles.inner}`}>
        <div className={`stack gap-5 start ${styles.words}`}>
          <h1>{hero.title}</h1>
          <p className="lead">{hero.text}</p>
          <div className="row">
            <ButtonLink href="/apply">{hero.action}</ButtonLink>
            <ButtonLink weight="line" href={second.to}>
              {second.label}
            </ButtonLink>
          </div>
        </div>
        <div className={`screen ${styles.figure}`}>
          <Kolam {...kolams.home} drawn />
        </div>
        <Stats stats={stats.home} scope={stats.scopes.home} size="foot" />
      </div>
    </section>
  )
}
