/** The element ids of a form's parts. A page has only one form. */
export const ids = {
  field: (name: string) => `field-${name}`,
  hint: (name: string) => `hint-${name}`,
  fault: (name: string) => `fault-${name}`,
  count: (name: string) => `count-${name}`,
  part: (index: number) => `part-${index + 1}`,
  summary: 'form-summary',
} as const

/** The id of the form that works without script. */
export const nativeForm = 'form'
