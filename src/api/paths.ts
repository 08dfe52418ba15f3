import type { FormType } from '../shared/form-types.ts'
import { applicantPaths } from './applicant-paths.ts'

/** Paths with parameters, in the format of the router. */
export const patterns = {
  application: '/api/applications/:id',
  undo: '/api/applications/:id/undo',
  reopen: '/api/applications/:id/reopen',
  delay: '/api/applications/:id/delay',
  scores: '/api/applications/:id/scores',
  read: '/api/applications/:id/read',
  resume: '/api/applications/:id/resume',
  related: '/api/applications/:id/related',
  letter: '/api/applications/:id/letters/:letter',
  message: '/api/applications/:id/messages/:message',
  address: '/api/applications/:id/address',
  writeMessage: '/api/applications/:id/message',
  requests: '/api/applications/:id/requests',
  closeRequest: '/api/applications/:id/requests/:request/close',
  requestFile: '/api/applications/:id/requests/:request/file',
  earlierFile: '/api/applications/:id/earlier/:revision/:field',
  rubric: '/api/rubrics/:formType',
  retry: '/api/outbox/:id/retry',
  browser: '/api/auth/browsers/:id',
  session: '/api/auth/sessions/:id',
  privateLink: '/my/:token',
  stopLink: '/my/stop/:token',
  openingLink: '/opens/link/:token',
  openingConfirm: '/opens/link/:token/confirm',
  openingOff: '/opens/link/:token/off',
  passkey: '/api/auth/passkeys/:id',
  undoErasure: '/api/person/erasures/:id/undo',
  personRequest: '/api/person/requests/:id',
  sitePublish: '/api/site/publishes/:id',
  siteRestore: '/api/site/publishes/:id/restore',
  siteCancel: '/api/site/publishes/:id/cancel',
  sitePicture: '/api/site/pictures/:name',
  storedPicture: '/stored-pictures/:name',
} as const

/** Fills in the parameters of a pattern, in order. */
const filled = (pattern: string, ...values: readonly string[]): string => {
  const remaining = values.values()
  return pattern.replace(/:\w+/g, () => encodeURIComponent(remaining.next().value ?? ''))
}

/** The paths of the HTTP API (contract, section 4). */
export const paths = {
  ...applicantPaths,
  sheet: '/api/sheet',
  otp: '/api/auth/otp',
  verify: '/api/auth/verify',
  session: '/api/auth/session',
  who: '/api/auth/who',
  logout: '/api/auth/logout',
  /** The trusted browsers and their sessions; `DELETE` ends all. */
  access: '/api/auth/access',
  /** Removes a browser from the trusted ones, and ends its session. */
  browser: (id: string) => filled(patterns.browser, id),
  /** Ends the session of a browser, which stays trusted. */
  browserSession: (id: string) => filled(patterns.session, id),
  /** The options for a sign-in with a passkey, and the sign-in itself. */
  passkeyOptions: '/api/auth/passkey/options',
  passkeyVerify: '/api/auth/passkey/verify',
  /** The options for a new passkey, and the list to which it is added. */
  passkeyNew: '/api/auth/passkeys/options',
  passkeys: '/api/auth/passkeys',
  passkey: (id: string) => filled(patterns.passkey, id),
  /** The page of a sign-in link, and the path to which its button posts. */
  loginLink: '/app/link',
  applications: '/api/applications',
  application: (id: string) => filled(patterns.application, id),
  undo: (id: string) => filled(patterns.undo, id),
  /** Decides up to 1,000 applications, or delays their answers. */
  decideGroup: '/api/applications/decide',
  /** Undoes decisions, delays and deletions of up to 1,000 applications. */
  undoGroup: '/api/applications/undo',
  reopen: (id: string) => filled(patterns.reopen, id),
  /** Delays the answer to an application. */
  delay: (id: string) => filled(patterns.delay, id),
  scores: (id: string) => filled(patterns.scores, id),
  /** Marks an application as read. */
  read: (id: string) => filled(patterns.read, id),
  resume: (id: string) => filled(patterns.resume, id),
  /** Requests something from the applicant. */
  requests: (id: string) => filled(patterns.requests, id),
  closeRequest: (id: string, request: number) => filled(patterns.closeRequest, id, String(request)),
  /** The file of an answer to a request. */
  requestFile: (id: string, request: number) => filled(patterns.requestFile, id, String(request)),
  /** A file that a change of answers has replaced; `revision`: of the answers to which it belonged. */
  earlierFile: (id: string, revision: number, field: string) => filled(patterns.earlierFile, id, String(revision), field),
  export: '/api/applications/export',
  events: '/api/applications/events',
  rubrics: '/api/rubrics',
  rubric: (formType: FormType) => filled(patterns.rubric, formType),
  related: (id: string) => filled(patterns.related, id),
  views: '/api/views',
  stats: '/api/stats',
  insights: '/api/insights',
  mail: '/api/send-otp',
  lateLinks: '/api/late-links',
  outbox: '/api/outbox',
  heldLetters: '/api/outbox/letters',
  /** Sends waiting letters now. */
  sendHeld: '/api/outbox/send',
  letterOutcomes: '/api/outbox/outcomes',
  letterHold: '/api/outbox/hold',
  retry: (id: string) => filled(patterns.retry, id),
  /** Sends the letters that wait after a failure. */
  wakeOutbox: '/api/outbox/wake',
  quarantine: '/api/quarantine',
  releaseQuarantined: '/api/quarantine/release',
  deleteQuarantined: '/api/quarantine/delete',
  letters: '/api/letters',
  /** Preview of a letter to this applicant. */
  letter: (id: string, letter: string) => filled(patterns.letter, id, letter),
  /** A queued or sent letter. */
  message: (id: string, message: string) => filled(patterns.message, id, message),
  address: (id: string) => filled(patterns.address, id),
  writeMessage: (id: string) => filled(patterns.writeMessage, id),
  replies: '/api/replies',
  /** Everything that is stored of a person, in all forms. */
  person: '/api/person',
  personsWaiting: '/api/person/waiting',
  personArchive: '/api/person/archive',
  personSubscription: '/api/person/subscription',
  personLinks: '/api/person/links',
  erasures: '/api/person/erasures',
  personRequests: '/api/person/requests',
  personRequest: (id: string) => filled(patterns.personRequest, id),
  /** The persons whose data a query matches, as CSV. */
  affectedPersons: '/api/person/concerned',
  undoErasure: (id: string) => filled(patterns.undoErasure, id),
  spreadsheet: '/api/spreadsheet',
  rebuild: '/api/spreadsheet/rebuild',
  /** The same as the form on `/opens`, for scripts. */
  openings: '/api/openings',
  /** The documents of the site, and their publishes. */
  site: '/api/site',
  /** A document as it can be edited; `PUT` saves its draft. */
  siteDocument: (path?: string) => `/api/site/document${path === undefined ? '' : `?path=${encodeURIComponent(path)}`}`,
  siteDiscard: '/api/site/discard',
  /** What the drafts change, and what keeps them from being published. */
  siteChanges: '/api/site/changes',
  /** The draft of a letter, composed for an application or an invented one; `POST` sends it to the admin as a test. `search`: words of applications. */
  siteLetter: (path?: string, application = '', search = '') =>
    `/api/site/letter${path === undefined ? '' : `?${new URLSearchParams({ path, application, search })}`}`,
  /** The draft of a letter, composed for all applications that could get it now. */
  siteLetterCheck: (path?: string) => `/api/site/letter/check${path === undefined ? '' : `?path=${encodeURIComponent(path)}`}`,
  /** Publishes drafts now, or schedules them. */
  sitePublish: '/api/site/publish',
  siteVersion: (id: string) => filled(patterns.sitePublish, id),
  siteRestore: (id: string) => filled(patterns.siteRestore, id),
  siteCancel: (id: string) => filled(patterns.siteCancel, id),
  /** Stores a picture for a folder of content/, such as `portraits`; the file is the body. */
  sitePictures: (folder?: string) => `/api/site/pictures${folder === undefined ? '' : `?folder=${folder}`}`,
  /** A stored picture for the desk, which also reads those that are not published. */
  sitePicture: (name: string) => filled(patterns.sitePicture, name),
  /** A stored picture that is published. */
  storedPicture: (name: string) => filled(patterns.storedPicture, name),
  /** The page of a document with the drafts. */
  sitePreview: '/api/site/preview',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  /** Opens an application's own page: `token` is `<id>.<secret>`. */
  privateLink: (token: string) => filled(patterns.privateLink, token),
  /** The page that stops the letters to an address whose owner did not apply: `token` is `<id>.<secret>`. */
  stopLink: (token: string) => filled(patterns.stopLink, token),
  /** The page of an address that waits for a cohort: `token` is `<id>.<secret>`. */
  openingLink: (token: string) => filled(patterns.openingLink, token),
  /** Removes the address from the list with one POST. */
  openingOff: (token: string) => filled(patterns.openingOff, token),
} as const
