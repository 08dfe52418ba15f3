import { pages, site } from '../../../content/content.ts'
import { ButtonLink } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import { kolams } from '../../kolams.ts'
import styles from './call-hero.module.css'
import { chatLink } from './chat-link.ts'

/** The top of a page for bad days: few words, one button, nothing that moves. */
export function CallHero() {
  const { hero, availability, template } = pages.lastCall
  return (
    <section className="deep">
      <div className={`wrap ${styles.inner}`}>
        <Kolam className={styles.kolam} {...kolams['the-last-call']} />
        <h1>{hero.title}</h1>
        <p className={styles.text}>{hero.text}</p>
        <p className={styles.ways}>
          <ButtonLink href={chatLink(site.chatUrl, site.phone.dial, template)} rel="noopener">
            {hero.action}
          </ButtonLink>
          <span>
            Support {availability}. Or call <a href={`tel:${site.phone.dial}`}>{site.phone.display}</a>.
          </span>
        </p>
      </div>
    </section>
  )
}
