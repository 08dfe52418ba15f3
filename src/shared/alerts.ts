/** The messages of a form that could not be sent (specification, section 8). They have a separate file, so that the forms' script contains no other messages. */
export const alerts = {
  application: 'Failed to submit application. Please try again.',
  message: 'There was an error submitting your message. Please try again.',
  /** FORM_SUBMISSION_FAILED: for forms that deliver later, if the submission could not be queued either. */
  undelivered: 'Failed to submit your application. Please try again.',
} as const
