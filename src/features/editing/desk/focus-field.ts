import type { FieldPath } from '../../../api/site-content.ts'

/** Opens the parts of the form with a field, or with the nearest part around it, and shows it. Undefined when there is none. */
export function showField(field: FieldPath): HTMLElement | undefined {
  const name = CSS.escape(JSON.stringify(field))
  const control =
    document.querySelector<HTMLElement>(`[data-field=${name}], [data-fields=${name}], [data-entry=${name}]`) ??
    (typeof field.at(-1) === 'number' ? document.querySelector<HTMLElement>(`[data-field^=${name.replace(/\\\]$/, '')}]`) : null)
  if (control === null) return field.length > 1 ? showField(field.slice(0, -1)) : undefined
  for (let group = control.closest('details'); group; group = group.parentElement?.closest('details') ?? null) group.open = true
  control.scrollIntoView({ block: 'center' })
  return control
}

/** Puts the cursor into a field of the form. */
export function focusField(field: FieldPath): boolean {
  const control = showField(field)
  const target = control?.matches('input, textarea, select, summary')
    ? control
    : control?.querySelector<HTMLElement>('input, textarea, select, [contenteditable=true]')
  target?.focus()
  return control !== undefined
}
