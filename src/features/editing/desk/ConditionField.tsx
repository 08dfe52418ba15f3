import { createContext, useContext, useId } from 'react'
import type { FormEdits, QuestionEdit } from '../../../forms/edits.ts'
import type { Condition } from '../../../forms/form.ts'
import { Faults, type FieldProps, Hint } from './ValueField.tsx'

/** The document that is edited, as it is typed. */
export const EditedForm = createContext<unknown>(undefined)

/** The questions before that of a condition, with choices to choose from. `field` ends with the positions of part and question. */
function questionsBefore(edited: unknown, [, part, , index]: FieldProps['field']): readonly QuestionEdit[] {
  const { sections = [] } = (edited ?? {}) as FormEdits
  return sections
    .flatMap(({ questions = [] }, at) => (at < Number(part) ? questions : at === part ? questions.slice(0, Number(index)) : []))
    .filter(({ kind = 'select', options = [], hidden }) => hidden !== true && kind !== 'multiselect' && options.length > 0)
}

/** When a question is asked: always, or when another one has an answer. */
export function ConditionField({ schema, value, field, faults, write }: FieldProps) {
  const id = useId()
  const { field: name, is } = (value ?? {}) as Partial<Condition>
  const questions = questionsBefore(useContext(EditedForm), field)
  const decides = questions.find((question) => question.name === name)
  const options = (decides?.options ?? []).filter(({ retired }) => !retired)
  const choose = (next: QuestionEdit | undefined): void => {
    const [first] = (next?.options ?? []).filter(({ retired }) => !retired)
    write(field, next === undefined ? undefined : { field: next.name, is: first?.value ?? first?.label ?? '' })
  }
  const described = { 'aria-describedby': `${id}-hint ${id}-fault` }
  return (
    <div className="fields small">
      <label>
        <span>Asked when</span>
        <select
          {...described}
          data-field={JSON.stringify([...field, 'field'])}
          value={name ?? ''}
          onChange={({ target }) => choose(questions.find((question) => question.name === target.value))}
        >
          <option value="">Always</option>
          {name !== undefined && decides === undefined && <option value={name}>{name}</option>}
          {questions.map((question) => (
            <option key={question.name} value={question.name}>
              {question.label}
            </option>
          ))}
        </select>
      </label>
      {name !== undefined && (
        <label>
          <span>is</span>
          <select
            {...described}
            data-field={JSON.stringify([...field, 'is'])}
            value={is}
            onChange={({ target }) => write(field, { field: name, is: target.value })}
          >
            {!options.some(({ label, value = label }) => value === is) && <option value={is}>{is}</option>}
            {options.map(({ label, value = label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      <Hint schema={schema} id={`${id}-hint`} />
      <Faults faults={faults.filter((fault) => field.every((part, at) => part === fault.field[at]))} id={`${id}-fault`} />
    </div>
  )
}
