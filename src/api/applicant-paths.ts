/** What applicants' pages call. In a file of its own, so that the forms' script does not name the desk's paths. */
export const applicantPaths = {
  submit: '/api/submit-application',
  /** A token for a page with a form: when its visitor began. */
  formToken: '/api/form-token',
  /** A token that says that a form is begun now. */
  begin: '/api/begin',
  /** The applicant's own page, and the calls of its forms. */
  my: '/my',
  lostLink: '/my/lost-link',
  stopLetters: '/my/stop',
  linkRequested: '/my/link-requested',
  closePrivatePage: '/my/close',
  /** The form with the answers that were sent, and where its changes are posted. */
  change: '/my/change',
  /** Asks whether to withdraw an application, and withdraws it. */
  withdraw: '/my/withdraw',
  takeBackWithdrawal: '/my/return',
} as const
