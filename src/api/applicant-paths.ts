import { formPaths } from './form-paths.ts'

/** The paths that applicants' pages call. */
export const applicantPaths = {
  ...formPaths,
  /** The applicant's own page, and the paths of its forms. */
  my: '/my',
  lostLink: '/my/lost-link',
  stopLetters: '/my/stop',
  linkRequested: '/my/link-requested',
  /** What is stored of the applications that the page shows, as a ZIP. */
  ownData: '/my/data',
  closePrivatePage: '/my/close',
  /** Ends all links but those of this browser. */
  endLinks: '/my/end-links',
  /** The form with the sent answers, and the path to which it posts changes. */
  change: '/my/change',
  /** Answers a request; the parameters `of` and `request` identify it. */
  answer: '/my/answer',
  /** Asks for confirmation of a withdrawal, and withdraws. */
  withdraw: '/my/withdraw',
  takeBackWithdrawal: '/my/return',
} as const
