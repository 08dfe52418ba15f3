/** What the site's pages mount: the sign-in form on /app and /admin, the desk on /app/dashboard, the letters on /app/letters. */
export { Desk } from './screens/Desk.tsx'
export { LettersDesk } from './screens/LettersDesk.tsx'
export { SignIn } from './screens/SignIn.tsx'
