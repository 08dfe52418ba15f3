import type { ReactNode } from 'react'
import { paths } from '../../../api/paths.ts'
import { loginTokenPlaceholder } from '../../../shared/built-pages.ts'
import { Button } from '../../../ui/button/Button.tsx'
import { Kolam } from '../../../ui/kolam/Kolam.tsx'
import styles from './sign-in.module.css'

/** A kolam on the border between two backgrounds. It is drawn twice, each half in the colour that suits its background. */
function Threshold() {
  return (
    <div className={styles.threshold}>
      <Kolam className={styles.outside} seed="desk" size={7} shape="diamond" drawn />
      <Kolam className={styles.inside} seed="desk" size={7} shape="diamond" drawn />
    </div>
  )
}

/** The frame of the sign-in form. */
export function SignInFrame({ children }: { children?: ReactNode }) {
  return (
    <section className={styles.frame}>
      <div className={`deep stack gap-3 ${styles.words}`}>
        <h1>Admin sign in</h1>
        <p className={`soft ${styles.intro}`}>Enter the admin’s email. We send a code of 6 digits, valid for 10 minutes.</p>
        <noscript>
          <p className={`note ${styles.noscript}`}>
            Signing in and the desk behind it need JavaScript. The rest of the site doesn’t.
          </p>
        </noscript>
      </div>
      <Threshold />
      <div className={`stack ${styles.form}`}>{children}</div>
    </section>
  )
}

/** The button of a sign-in link. It works without a script. Only the button uses up the link, not opening the page. */
export function LoginLinkFrame() {
  return (
    <section className={styles.frame}>
      <div className={`deep stack gap-3 ${styles.words}`}>
        <h1>Sign in by link</h1>
        <p className="soft">The link works once, and ten minutes after it was made on the server.</p>
      </div>
      <Threshold />
      <form className={`stack ${styles.form}`} method="post" action={paths.loginLink}>
        <input type="hidden" name="token" value={loginTokenPlaceholder} />
        <Button type="submit">Sign in to the desk</Button>
      </form>
    </section>
  )
}

/** The desk's page until its script has loaded and removes this. */
export function DeskLoading({ title }: { title: string }) {
  return (
    <section className={`wrap stack ${styles.before}`} data-before-desk="">
      <h1>{title}</h1>
      <p>
        Opening the desk… It is for the signed-in reviewer; <a href="/app">sign in here</a>.
      </p>
      <noscript>
        <p className={`note ${styles.noscript}`}>The desk needs JavaScript. The rest of the site doesn’t.</p>
      </noscript>
    </section>
  )
}
