import { createContext, useContext, useId, useState } from 'react'
import { type FieldFault, type FieldPath, type FieldSchema, fieldLabel } from '../../../api/site-content.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { isPictureFolder } from '../../../shared/stored-pictures.ts'
import { FocusPoint } from './FocusPoint.tsx'
import { PictureField } from './PictureField.tsx'
import styles from './site.module.css'

export interface FieldProps {
  readonly schema: FieldSchema
  readonly value: unknown
  readonly field: FieldPath
  readonly label: string
  /** Its number in a list from 1, which stands for its label: the list has a heading. */
  readonly numberInList?: number | undefined
  readonly required: boolean
  readonly faults: readonly FieldFault[]
  /** The group that the field is in. */
  readonly siblings?: Readonly<Record<string, unknown>>
  write(field: FieldPath, value: unknown): void
}

/** The faults of a field itself. */
export const own = (faults: readonly FieldFault[], field: FieldPath): readonly FieldFault[] =>
  faults.filter((fault) => fault.field.length === field.length && fault.field.every((part, at) => part === field[at]))

export const Faults = ({ faults, id }: { readonly faults: readonly FieldFault[]; readonly id?: string }) => (
  <span className="fault" id={id}>
    {faults.map(({ message }) => message).join(' ')}
  </span>
)

export const Hint = ({ schema: { description }, id }: { readonly schema: FieldSchema; readonly id?: string }) =>
  description === undefined ? null : (
    <span className="soft small" id={id}>
      {description.replaceAll('`', '')}
    </span>
  )

/** The values of placeholders such as `{site.name}`, which count as they are shown. */
export const Fills = createContext<Readonly<Record<string, string>>>({})

const longNames = ['text', 'answer', 'bio', 'description', 'excerpt', 'intro', 'guidance', 'note']

/** A text, a number, a day, a choice. */
export function ValueField({ schema, value, field, label, numberInList, required, faults, siblings, write }: FieldProps) {
  const id = useId()
  const { type, format, enum: options, names = [], minimum, maximum, maxLength } = schema
  // Decided once: a field that became longer while one types would lose the focus.
  const [isLong] = useState(
    () =>
      longNames.includes(String(field.at(-1))) ||
      // The title of a post.
      (String(field) === 'title' && maxLength !== undefined) ||
      (format === 'sentence' && label.length > 60) ||
      (typeof value === 'string' && (value.length > 60 || value.includes('\n'))),
  )
  const fills = useContext(Fills)
  const problems = own(faults, field)
  const shared = {
    id,
    'data-field': JSON.stringify(field),
    'aria-describedby': `${id}-hint ${id}-fault`,
    'aria-invalid': problems.length > 0 || undefined,
    required,
  }
  const put = (text: string): void => write(field, text === '' && !required ? undefined : text)
  const text = typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value)
  let control = <input {...shared} value={text} onChange={(event) => put(event.target.value)} />
  if (type === 'boolean')
    control = (
      <input
        {...shared}
        required={false}
        type="checkbox"
        checked={value === true}
        onChange={(event) => write(field, event.target.checked)}
      />
    )
  else if (options !== undefined)
    control = (
      <select {...shared} value={text} onChange={(event) => put(event.target.value)}>
        {!required && <option value="">None</option>}
        {required && !options.includes(text) && <option value={text}>{text || 'Choose'}</option>}
        {options.map((option, at) => (
          <option key={option} value={option}>
            {names[at] ?? option}
          </option>
        ))}
      </select>
    )
  else if (type === 'integer' || type === 'number')
    control = (
      <input
        {...shared}
        type="number"
        min={minimum}
        max={maximum !== undefined && maximum < 1e9 ? maximum : undefined}
        value={text}
        onChange={({ target }) => write(field, target.value === '' ? undefined : target.valueAsNumber)}
      />
    )
  else if (format === 'color' && text === '')
    control = (
      <Button id={id} data-field={shared['data-field']} onClick={() => put('#e9a20b')}>
        Choose a colour
      </Button>
    )
  else if (format === 'date' || format === 'color')
    control = <input {...shared} type={format} value={text} onChange={(event) => put(event.target.value)} />
  else if (isLong)
    control = (
      <textarea
        {...shared}
        rows={Math.min(8, 2 + Math.floor(text.length / 90))}
        value={text}
        onChange={(event) => put(event.target.value)}
      />
    )
  const labelled = (
    <div className={`field ${styles.field}`} data-check={type === 'boolean' ? '' : undefined}>
      <label htmlFor={id}>
        {numberInList === undefined ? label : <span className="visually-hidden">{`${label} `}</span>}
        {numberInList}
        {!required && type !== 'boolean' && format !== 'sentence' && <i> (optional)</i>}
        {maxLength !== undefined && (
          <small className="soft">{` ${text.replace(/\{[^{}]*\}/g, (name) => fills[name] ?? name).length} of ${maxLength}`}</small>
        )}
      </label>
      {control}
      {format === 'color' && text !== '' && !required && (
        <Button tone="quiet" onClick={() => put('')}>
          {`Remove ${label.toLowerCase()}`}
        </Button>
      )}
      <Hint schema={schema} id={`${id}-hint`} />
      {format === 'linked' && <span className="soft small">A link: [words](/apply)</span>}
      <Faults faults={problems} id={`${id}-fault`} />
    </div>
  )
  if (format === 'focus')
    return (
      <FocusPoint file={String(siblings?.file ?? '')} value={text} label={fieldLabel(field)} put={put}>
        {labelled}
      </FocusPoint>
    )
  if (format === undefined || !isPictureFolder(format)) return labelled
  return (
    <PictureField folder={format} name={text} label={fieldLabel(field)} onStored={put}>
      {labelled}
    </PictureField>
  )
}
