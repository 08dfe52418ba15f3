/** What a form calls. In a file of its own: the script of the forms holds all of it, and must name nothing else of the API. */
export const formPaths = {
  submit: '/api/submit-application',
  /** The tokens for a page with a form: when its visitor began. */
  formToken: '/api/form-token',
} as const
