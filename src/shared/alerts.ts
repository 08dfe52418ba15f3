/** What a form says that could not be sent (specification, section 8). In a file of its own: the forms' script has no other error's message. */
export const alerts = {
  application: 'Failed to submit application. Please try again.',
  message: 'There was an error submitting your message. Please try again.',
  /** FORM_SUBMISSION_FAILED: of the forms that deliver later, when nothing could be kept either. */
  undelivered: 'Failed to submit your application. Please try again.',
} as const
