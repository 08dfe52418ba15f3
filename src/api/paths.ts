import { applicantPaths } from './applicant-paths.ts'
import { fillPath } from './route.ts'

/** The paths of pages, files, streams and probes; `fillPath` fills in their parameters. The routes of the desk that answer with JSON are in `routes.ts`. */
export const paths = {
  ...applicantPaths,
  /** The specification's calls that read the applications of a form, and that send mail. */
  sheet: '/api/sheet',
  mail: '/api/send-otp',
  /** The page of a sign-in link, and the path to which its button posts. */
  loginLink: '/app/link',
  resume: '/api/applications/:id/resume',
  /** The file of an answer to a request. */
  requestFile: '/api/applications/:id/requests/:request/file',
  /** A file that a change of answers has replaced; `revision`: of the answers to which it belonged. */
  earlierFile: '/api/applications/:id/earlier/:revision/:field',
  export: '/api/applications/export',
  /** A stored picture that is published. */
  storedPicture: '/stored-pictures/:name',
  health: '/healthz',
  ready: '/readyz',
  metrics: '/metrics',
  /** The times that can be chosen for a meeting, and the path to which a choice posts. */
  meeting: '/my/meeting',
  /** The meeting that was chosen, for a calendar. */
  meetingCalendar: '/my/meeting.ics',
  /** Opens an application's own page: `token` is `<id>.<secret>`. */
  privateLink: '/my/:token',
  /** The page that stops the letters to an address whose owner did not apply: `token` is `<id>.<secret>`. */
  stopLink: '/my/stop/:token',
} as const

/** The address of a file that an application has as an answer; `field`: the question. */
export const answerFile = (id: string, field: string): string =>
  fillPath(paths.resume, { id }) + (field === 'resume' ? '' : `?field=${field}`)
