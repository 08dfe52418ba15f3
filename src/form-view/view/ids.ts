/** The element ids of a form's parts; there is one form on a page. */
export const ids = {
  field: (name: string) => `field-${name}`,
  hint: (name: string) => `hint-${name}`,
  fault: (name: string) => `fault-${name}`,
  count: (name: string) => `count-${name}`,
  part: (index: number) => `part-${index + 1}`,
  summary: 'form-summary',
} as const
