import { useQuery } from '@tanstack/react-query'
import { offeredForms } from '../../shared/existing-pages.ts'
import { formTypes } from '../../shared/form-types.ts'
import { formatCount, formNames } from '../labels.ts'
import styles from './applications-page.module.css'
import { statsQuery } from './queries.ts'

/** The number of applications by form, as bars. */
export function FormCounts() {
  const { data } = useQuery(statsQuery)
  if (data === undefined) return null
  const { byFormType } = data.stats
  const most = Math.max(1, ...formTypes.map((type) => byFormType[type] ?? 0))
  return (
    <table className={`figures ${styles.plot}`}>
      <caption>Applications by form</caption>
      <tbody>
        {offeredForms(formTypes.filter((type) => (byFormType[type] ?? 0) > 0)).map((type) => {
          const n = byFormType[type] ?? 0
          return (
            <tr key={type}>
              <th scope="row">{formNames[type]}</th>
              <td className={`bar ${styles.bar}`}>
                <svg viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true" focusable="false">
                  <rect width={(n / most) * 100} height={1} />
                </svg>
              </td>
              <td>{formatCount(n)}</td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
