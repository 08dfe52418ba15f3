import { notice, pages, promises, site } from '../../../content/content.ts'
import { translateNodes } from '../../../form-view/private-page/translate-nodes.tsx'
import { longDate } from '../../../shared/dates.ts'
import { translate } from '../../../shared/translate.ts'
import { spacing } from '../../../ui/kolam/dots.ts'
import { KolamDots } from '../../../ui/kolam/KolamDots.tsx'
import { linked } from '../shared/Unbroken.tsx'
import styles from './notice.module.css'

const { name, role } = pages.privacy.person

/** What deleting means, which a law can change. */
function deletion(): string {
  const { lockDeleted } = promises
  if (lockDeleted === 'off')
    return translate`What we delete leaves our desk right away, and is gone for good within two days: your answers, your files, what happened to the application, the mail not sent yet.`
  const day = longDate(new Date(lockDeleted))
  return translate`What we delete leaves our desk right away: your answers, your files, what happened to the application, the mail not sent yet. What we delete from ${day} on stays under lock for a year after that, because the law may ask us for it: nobody can read it at our desk, and whoever opens it on our server is written down. Then it is gone for good. Spam that we delete is not kept.`
}

/** The privacy notice. The server inserts the companies that its settings name. */
export function Notice() {
  return (
    <div className={`wrap section rows faint breaks ${styles.notice}`}>
      {pages.privacy.sections.map(({ title, paragraphs }) => (
        <section key={title} className="stack split">
          <h2 className="text-4">{translate(title)}</h2>
          <div className="stack">
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>
                {linked(
                  translate(paragraph)
                    .replaceAll('{person}', `${name}, ${translate(role)}`)
                    .replaceAll('{deletion}', deletion()),
                )}
              </p>
            ))}
          </div>
        </section>
      ))}
      <p className={styles.write}>
        {translateNodes`Write to ${<a href={`mailto:${site.email}`}>{site.email}</a>}. This version is from ${<time dateTime={notice.version}>{longDate(new Date(notice.version))}</time>}.`}
      </p>
    </div>
  )
}

/** Many dots and a line around one of them: what you tell us stays yours. Decoration. */
export const OwnDot = () => (
  <KolamDots size={5} shape="octagon">
    <circle className={styles.own} cx={spacing} cy={-spacing} r={Math.SQRT2} />
  </KolamDots>
)
