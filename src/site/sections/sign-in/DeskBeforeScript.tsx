import styles from './sign-in.module.css'

/** What stands in the desk's place until its script has arrived and takes it away. */
export function DeskBeforeScript({ title }: { title: string }) {
  return (
    <section className={styles.before} data-before-desk="">
      <h1>{title}</h1>
      <p>
        Opening the desk… It is for the signed-in reviewer; <a href="/app">sign in here</a>.
      </p>
      <noscript>
        <p className={styles.noscript}>The desk needs JavaScript. The rest of the site does not.</p>
      </noscript>
    </section>
  )
}
