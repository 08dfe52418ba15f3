/** The paths that a form calls. They have a separate file, because the forms' script contains all of it and must not contain the rest of the API. */
export const formPaths = {
  submit: '/api/submit-application',
  /** Returns the tokens for a page with a form, which record when the visitor began. */
  formToken: '/api/form-token',
} as const

/** The button that shows the answers in the form of another language; its value is the code. */
export const switchField = 'to'
