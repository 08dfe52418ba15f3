import type { Field } from '../form.ts'
import { email } from './email.ts'
import { type FileField, file } from './file.ts'
import { multiselect } from './multiselect.ts'
import { radio, select } from './select.ts'
import { type TextSettings, tel, text, textarea, url } from './text.ts'

/** The part of a field that is data, as JSON can hold it. */
export type FieldData = Omit<Field, 'blank' | 'parse' | 'isBlank' | 'format' | 'wire'> &
  Partial<Pick<FileField, 'accept' | 'maxSize'>>

/** Makes a field from its data. @throws Error, see `multiselect` */
export function fieldOf({
  kind,
  label,
  options = [],
  accept = [''],
  maxSize = Number.POSITIVE_INFINITY,
  ...data
}: FieldData): Field {
  const settings = data as TextSettings
  switch (kind) {
    case 'textarea':
      return textarea(label, settings)
    case 'email':
      return email(label, settings)
    case 'tel':
      return tel(label, settings)
    case 'url':
      return url(label, settings)
    case 'select':
      return select(label, options, settings)
    case 'radio':
      return radio(label, options, settings)
    case 'multiselect':
      return multiselect(label, options, settings) as Field
    case 'file':
      return file(label, { ...settings, accept, maxMB: maxSize / 1024 / 1024 }) as Field
    // This includes kinds that only a newer version of the program knows.
    default:
      return text(label, settings)
  }
}
