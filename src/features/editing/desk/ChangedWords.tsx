import { fillPath } from '../../../api/route.ts'
import type { ChangedDocument } from '../../../api/site-content.ts'
import { storedNamesIn } from '../../../shared/stored-pictures.ts'
import { siteRoutes } from '../api.ts'
import { hrefOf } from './map-words.ts'
import styles from './site.module.css'

function Shown({ text }: { readonly text: string }) {
  const pictures = storedNamesIn(text)
  return (
    <>
      {pictures.reduce((words, name) => words.replaceAll(name, ''), text)}
      {pictures.map((name) => (
        <img key={name} src={fillPath(siteRoutes.sitePicture.path, { name })} alt="" />
      ))}
    </>
  )
}

export const ChangedWords = ({ path, fields }: Pick<ChangedDocument, 'path' | 'fields'>) => (
  <ul className={`stack gap-1 ${styles.changes}`}>
    {fields.map(({ field, label, before, after }) => (
      <li key={JSON.stringify(field) + label}>
        <a href={hrefOf(path, field)}>{label}</a>
        {before !== undefined && (
          <del>
            <Shown text={before} />
          </del>
        )}
        {after !== undefined && (
          <ins>
            <Shown text={after} />
          </ins>
        )}
      </li>
    ))}
    {fields.length === 0 && <li>As it is published.</li>}
  </ul>
)
