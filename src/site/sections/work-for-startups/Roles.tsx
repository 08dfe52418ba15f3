import { pages } from '../../../content/content.ts'
import { Section } from '../shared/Section.tsx'
import styles from './roles.module.css'

/** The six kinds of internship, each with its key skills. */
export function Roles() {
  const { title, intro, items } = pages.work.roles
  return (
    <Section title={title} intro={intro} ground="sunk">
      <ul className={styles.roles}>
        {items.map(({ title: role, text, skills }) => (
          <li key={role}>
            <h3>{role}</h3>
            <p>{text}</p>
            <div className={styles.skills}>
              <h4>Key skills</h4>
              <ul>
                {skills.map((skill) => (
                  <li key={skill}>{skill}</li>
                ))}
              </ul>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
