import { Kolam } from '../kolam/Kolam.tsx'
import styles from './wordmark.module.css'

/** கோலம், the name that ships, drawn: the outlines of Anek Tamil (OFL), semi-bold, on a baseline of 0, 100 units an em. */
export const drawnName = {
  text: 'கோலம்',
  viewBox: '0 -82 415 107',
  path: 'M40.8-75q9.4 0 15.1 2.6t8.4 7.3q2.6 4.7 2.6 11v1.5q0 7.6-4.2 11.8-4.1 4.3-12.4 4.6h-3.5q-8.3-.3-12.6-4.3T29.9-51v-1.6q0-4.7 2.1-7.9 2-3.2 5.9-4.6v-.7l7.1-.1q-1.9 1.7-3.1 4.3-1.2 2.7-1.2 6.1v2.7q0 4.3 1.9 6.6 2 2.2 5.5 2.2 3.7 0 5.3-2.2t1.6-6.3v-2q0-5-2.6-8-2.7-2.9-9.1-2.9l-2.8.1-2.6.2v-.3q-6.7.4-11.2 3.4T20-53.6t-2.2 13v7.3q0 7.6 2.2 13t6.7 8.4 11.2 3.5v-.4l2.6.2 2.8.1q6.4 0 9.1-2.9 2.8-3 2.8-8v-2q0-4.1-1.7-6.3t-5.4-2.2q-3.5 0-5.5 2.2-1.9 2.3-1.9 6.6v2.7q0 3.4 1.2 6.1t3 4.3h-7v-.8q-3.9-1.4-6-4.6t-2.1-7.9v-1.6q0-6.6 4.4-10.6 4.3-4.1 12.6-4.3h3.5q8.3.2 12.5 4.5t4.2 12v1.4q0 6.3-2.6 11.1-2.7 4.7-8.4 7.3T40.9 1.1Q29.4 1.1 21.5-3T9.7-14.8q-4-7.8-4-19v-6.3q0-11.2 4-19t11.8-11.8T40.8-75M122-25.6v-9.7h12.2q10.7 0 15.2 4t4.5 12.8v1.9q0 5.8-1.8 9.8t-5.8 6-10.3 2q-3.3 0-6.3-.4t-5.1-1.2l-2.1-10.2.2-.8q2.2 1.2 4.6 1.8 2.5.7 5.7.7t5.1-.9 2.7-2.8.8-4.3v-1.2q0-4.1-2.1-5.8-2-1.7-6.8-1.7zm-1.7-9.5v9.4h-26l-5 .6-.2 1.5-.1 1.8v1.7q0 5.5 3.2 8.3 3.1 2.9 9.8 2.9 6.4 0 9.2-2.9t2.8-8.7v-10.3l.4-1.3V-54h11.3v33.3q0 7.1-2.3 12t-7.5 7.4q-5.1 2.5-13.7 2.5-13.1 0-19-5.7t-6-16.4l.1-3.7.3-3.8.5-3.5 10.1-2.6 9.2-.6zm11-22.3v9.8h-10.4l-1.1-.7H99.5l-.7 17.4-11.1-.2v-26.3zm-3.2 9.8v-9.8h14.4l1.2 9.8zm68.5-6.8H209V0h-12.4zm9.8-3v10.1h-28V0H166v-57.4zM199-47.3v-10.1h20.2l1.2 10.1zm58.4-11.6q11 0 17.7 3.4 6.7 3.5 9.7 10.2 3.1 6.7 3.1 16.6v5.9q0 6.9 2.2 10.2 2.1 3.3 7.3 3.3t7.1-3.6q2.1-3.6 2.1-10.6v-9.1q0-5.2-1.1-8.7t-3.8-5.2-7.4-1.8l-2.3.1-2 .3 1.8-10.5 2.4-.4 2.8-.1q8.4 0 13.3 3 4.8 3 6.9 8.9 2 5.8 2 14.1v9q0 8.2-2.2 13.8-2.1 5.6-6.9 8.5-4.8 2.8-12.7 2.8-11.7 0-16.8-6t-5.2-17.7v-5.8q0-6.8-1.8-11.2-1.9-4.5-5.9-6.7t-10.5-2.2q-10.2 0-15.1 5.2-4.8 5.2-5 15.3v.8h.4v8.7q0 4.7 2 7.3 2.1 2.6 6.6 2.6 4 0 5.7-2.2t1.8-6.1v-2.6q0-3.9-1.8-5.8-1.8-2-5.7-2-2.3 0-4.2.8t-3.1 2.3T237-21l-.2-6.1h.7q.8-4.2 4.3-7.1 3.5-3 9.5-3 7.3 0 10.8 4.3t3.5 12.3v3.1q0 5.6-1.9 9.8-2 4.2-6.2 6.6t-11.1 2.3q-7.4 0-12-2.8t-6.8-7.8-2.2-11.8v-6q0-10 3.5-17.1 3.6-7.1 10.7-10.9 7.1-3.7 17.8-3.7m75.6 1.5h12.5v47.3h34.1q6.7 0 10.3-1.6t4.9-5.4q1.4-3.6 1.4-9.7v-6q0-5-1.3-8.2t-4.7-4.8-9.2-1.6h-4.1v44.5h-12.4v-54.5h15.7q10.4 0 16.7 2.7t9.1 8.1 2.9 13.9v5.7q0 9.6-3 15.5t-9.6 8.7T378.6 0H333zm38.2-7.5q-4 0-5.8-1.9-1.8-2-1.8-5.5v-.6q0-3.5 1.8-5.3 1.9-1.9 5.8-1.9t5.7 1.9q1.9 1.8 1.9 5.3v.6q0 3.5-1.8 5.5-1.9 1.9-5.8 1.9',
} as const

/** The mark and the name, as a link to the home page. The mark is the picture at `logo`, or is drawn from its seed. */
export function Wordmark({ name, seed, logo }: { name: string; seed: string; logo?: string | undefined }) {
  return (
    <a className={styles.wordmark} href="/">
      {logo === undefined ? (
        <Kolam className={styles.mark} seed={seed} size={3} shape="square" />
      ) : (
        <img className={styles.mark} src={logo} alt="" width={34} height={34} />
      )}
      {name}
    </a>
  )
}

/** The name in another script as a drawing, its letters cut at their foot by whatever comes below. A name that has no drawing is written. */
export function NativeName({ native, name }: { native: string; name: string }) {
  const label = native === name ? name : `${native}, ${name}`
  if (native !== drawnName.text)
    return (
      <svg className={styles.native} viewBox="5 -81 405 73" role="img" aria-label={label}>
        <text x="207" y="-16" textAnchor="middle" fontSize={Math.min(78, 640 / native.length)}>
          {native}
        </text>
      </svg>
    )
  return (
    <svg className={styles.native} viewBox="5 -81 405 73" role="img" aria-label={label} lang="ta">
      <path d={drawnName.path} />
      {/* The pulli over the last letter is one of our dots. */}
      <path className={styles.pulli} d="M371.2-72.5h0" />
    </svg>
  )
}
