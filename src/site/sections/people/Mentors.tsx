import { mentors, pages } from '../../../content/content.ts'
import { Frieze } from '../../../ui/kolam/Frieze.tsx'
import { Dotted } from '../shared/Dotted.tsx'
import { Fold } from '../shared/Fold.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './mentors.module.css'
import { Portrait, Profiles } from './Portrait.tsx'

/** The address of a mentor on this page. */
const mentorId = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-')

/** What mentors help with: each area is a row with a dot for each mentor whom one can ask. */
export function Areas() {
  const { title, intro, items } = pages.mentors.areas
  return (
    <Section title={title} intro={intro} ground="sunk">
      <ul className={`stack four ${styles.areas}`}>
        {items.map(({ title: area, text, mentors: names }) => (
          <li key={area} className="stack gap-2">
            <h3 className="text-3">{area}</h3>
            <p>{text}</p>
            {names.length > 0 && <Frieze className={`deep-ink ${styles.row}`} columns={names.length} rows={1} />}
            <ul className="row">
              {names.map((name) => (
                <li key={name}>
                  <a className="touch" href={`#${mentorId(name)}`}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** The featured mentors. The expertise comes before the companies where they worked. */
export function Mentors() {
  if (mentors.length === 0) return null
  const { title, intro } = pages.mentors.featured
  return (
    <Section title={title} intro={intro}>
      <ul className={`rows ended stack two wide-three ${styles.mentors}`}>
        {mentors.map(({ name, title: work, bio, expertise, companies, image, ...profiles }) => (
          <li key={name} className="stack" id={mentorId(name)}>
            <Portrait name={name} image={image} className={styles.portrait} />
            <h3 className="text-3">{name}</h3>
            <p className="small label dense">{work}</p>
            <div className={styles.tags}>
              <Dotted label="Expertise">
                {expertise.map((tag) => (
                  <li key={tag}>{tag}</li>
                ))}
              </Dotted>
            </div>
            <div className={styles.more}>
              <Fold label={`More about ${name.split(' ')[0]}`}>
                <p className={`soft ${styles.bio}`}>{bio}</p>
                <div className="row middle">
                  <p className={`soft small ${styles.companies}`}>
                    <span className="visually-hidden">Companies: </span>
                    {companies.join(' · ')}
                  </p>
                  <Profiles person={{ name, ...profiles }} />
                </div>
              </Fold>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
