/** The alert of a form that stays open because it could not be sent (specification, section 8). */
export const alerts = {
  application: 'Failed to submit application. Please try again.',
  message: 'There was an error submitting your message. Please try again.',
} as const
