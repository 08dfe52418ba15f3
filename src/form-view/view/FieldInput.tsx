import type { ReactNode } from 'react'
import type { Field } from '../../forms/form.ts'
import type { Asking } from './FieldFrame.tsx'
import { ChoiceInput } from './inputs/ChoiceInput.tsx'
import { type ChosenFile, FileInput } from './inputs/FileInput.tsx'
import { LineInput } from './inputs/LineInput.tsx'
import { SelectInput } from './inputs/SelectInput.tsx'
import { TextAreaInput } from './inputs/TextAreaInput.tsx'

type Input = (asking: Asking & { readonly chosen?: ChosenFile }) => ReactNode

/** One input a kind; a kind without one does not compile. */
const inputs: Readonly<Record<Field['kind'], Input>> = {
  text: LineInput,
  email: LineInput,
  tel: LineInput,
  url: LineInput,
  textarea: TextAreaInput,
  select: SelectInput,
  radio: ChoiceInput,
  multiselect: ChoiceInput,
  file: FileInput,
}

/** The input of a question, by its kind. */
export const FieldInput = (asking: Asking & { readonly chosen?: ChosenFile }) => {
  const Input = inputs[asking.field.kind]
  return <Input {...asking} />
}

const narrow: ReadonlySet<Field['kind']> = new Set(['text', 'email', 'tel', 'url', 'select'])

/** Which of the fields in a row of two columns take the whole width: the long kinds, and a short one that would stand alone. */
export function wideOnes(fields: readonly (readonly [string, Field])[]): ReadonlySet<string> {
  const wide = new Set<string>()
  let waiting: string | undefined
  for (const [name, field] of fields) {
    if (!narrow.has(field.kind)) {
      if (waiting !== undefined) wide.add(waiting)
      waiting = undefined
      wide.add(name)
    } else waiting = waiting === undefined ? name : undefined
  }
  if (waiting !== undefined) wide.add(waiting)
  return wide
}
