import { formPaths } from './form-paths.ts'

/** What applicants' pages call. */
export const applicantPaths = {
  ...formPaths,
  /** The page on which an address can be left, to be told when the next cohort opens, and where its form posts to. */
  opens: '/opens',
  openingRequested: '/opens/requested',
  /** The applicant's own page, and the calls of its forms. */
  my: '/my',
  lostLink: '/my/lost-link',
  stopLetters: '/my/stop',
  linkRequested: '/my/link-requested',
  /** What is stored of the applications that the page shows, as a ZIP. */
  ownData: '/my/data',
  closePrivatePage: '/my/close',
  /** The form with the answers that were sent, and where its changes are posted. */
  change: '/my/change',
  /** Answers a request: `of` and `request` name it. */
  answer: '/my/answer',
  /** Asks whether to withdraw an application, and withdraws it. */
  withdraw: '/my/withdraw',
  takeBackWithdrawal: '/my/return',
} as const
