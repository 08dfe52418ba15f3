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

interface EitherProps {
  readonly label: string
  readonly names: readonly [first: string, second: string]
  readonly isSecond: boolean
  choose(isSecond: boolean): void
}

/** A choice between two. */
export const Either = ({ label, names: [first, second], isSecond, choose }: EitherProps) => (
  <Switch
    label={label}
    options={[
      { value: 'first', name: first },
      { value: 'second', name: second },
    ]}
    value={isSecond ? 'second' : 'first'}
    choose={(value) => choose(value === 'second')}
  />
)

/** Switches a letter between HTML and plain text. */
export const LetterFormatSwitch = ({ plain, choose }: { readonly plain: boolean; choose(plain: boolean): void }) => (
  <Either label="Form" names={['Preview', 'Plain text']} isSecond={plain} choose={choose} />
)
