/** The components that the site's pages mount: the sign-in form on /app and /admin, the desk on /app/dashboard, the letters on /app/letters, the outbox on /app/outbox, the quarantine on /app/quarantine, a person's data on /app/person, the accounts on /app/accounts. */
export { AccountsDesk } from './accounts/AccountsPage.tsx'
export { Desk } from './applications/ApplicationsPage.tsx'
export { LettersDesk } from './letters/LettersPage.tsx'
export { OutboxDesk } from './letters/OutboxPage.tsx'
export { PersonDesk } from './person/PersonPage.tsx'
export { QuarantineDesk } from './quarantine/QuarantinePage.tsx'
export { SignIn } from './session/SignIn.tsx'
