/** What the site's pages mount: the sign-in form on /app and /admin, the desk on /app/dashboard. */
export { Desk } from './screens/Desk.tsx'
export { SignIn } from './screens/SignIn.tsx'
