import styles from './switch.module.css'

interface SwitchProps<Value extends string> {
  /** The name of the setting. */
  readonly label: string
  readonly options: readonly { readonly value: Value; readonly name: string }[]
  readonly value: Value
  choose(value: Value): void
}

/** A choice between a few visible options. */
export function Switch<Value extends string>({ label, options, value, choose }: SwitchProps<Value>) {
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <button key={option.value} type="button" aria-pressed={option.value === value} onClick={() => choose(option.value)}>
          {option.name}
        </button>
      ))}
    </fieldset>
  )
}

/** Switches a letter between HTML and plain text. */
export const LetterFormatSwitch = ({ plain, choose }: { readonly plain: boolean; choose(plain: boolean): void }) => (
  <Switch
    label="Form"
    options={[
      { value: 'html', name: 'Preview' },
      { value: 'plain', name: 'Plain text' },
    ]}
    value={plain ? 'plain' : 'html'}
    choose={(value) => choose(value === 'plain')}
  />
)
