import { mentors, pages } from '../../../content/content.ts'
import { Dotted } from '../shared/Dotted.tsx'
import { Section } from '../shared/Section.tsx'
import styles from './mentors.module.css'
import { Portrait, Profiles } from './Portrait.tsx'

/** The featured mentors. The expertise comes before the companies where they worked. */
export function Mentors() {
  const { title, intro } = pages.mentors.featured
  return (
    <Section title={title} intro={intro}>
      <ul className={styles.mentors}>
        {mentors.map(({ name, title: work, bio, expertise, companies, image, ...profiles }) => (
          <li key={name}>
            <Portrait name={name} image={image} className={styles.portrait} />
            <h3>{name}</h3>
            <p className={styles.work}>{work}</p>
            <p className={styles.bio}>{bio}</p>
            <div className={styles.tags}>
              <Dotted label="Expertise">
                {expertise.map((tag) => (
                  <li key={tag}>{tag}</li>
                ))}
              </Dotted>
            </div>
            <div className={styles.foot}>
              <p className={styles.companies}>
                <span className="visually-hidden">Companies: </span>
                {companies.join(' · ')}
              </p>
              <Profiles person={{ name, ...profiles }} />
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
