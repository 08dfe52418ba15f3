/** The components that the site's pages mount: `SignIn` at /app and /admin, `Desk` at /app/dashboard, the others at /app/letters, /app/outbox, /app/pack, /app/person and /app/quarantine. */
export { Desk } from './applications/ApplicationsPage.tsx'
export { LettersDesk } from './letters/LettersPage.tsx'
export { OutboxDesk } from './letters/OutboxPage.tsx'
export { PackDesk } from './pack/PackPage.tsx'
export { PersonDesk } from './person/PersonPage.tsx'
export { QuarantineDesk } from './quarantine/QuarantinePage.tsx'
export { SignIn } from './session/SignIn.tsx'
