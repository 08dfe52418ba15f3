import { rawList, rawText } from '../../answers.ts'
import { type Asking, GroupFrame } from '../FieldFrame.tsx'
import styles from '../form-field.module.css'
import { ids } from '../markup.ts'

/** All options in view: one of a few (radio), or any of them (multiselect, as checkboxes). */
export const ChoiceInput = (asking: Asking) => {
  const { name, field, raw, required } = asking
  const several = field.kind === 'multiselect'
  const chosen = several ? rawList(raw, name) : [rawText(raw, name)]
  return (
    <GroupFrame asking={asking}>
      <div className={styles.choices}>
        {field.options?.map((option, index) => (
          <label className={styles.choice} key={option.value} htmlFor={`${ids.field(name)}-${index + 1}`}>
            <input
              id={`${ids.field(name)}-${index + 1}`}
              type={several ? 'checkbox' : 'radio'}
              name={name}
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
              required={required && !several}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </GroupFrame>
  )
}
