import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { EditedForm } from '../../../form-view/features.tsx'
import button from '../../../form-view/plain-button.module.css'
import { inOrder } from '../../../forms/form.ts'
import { translate } from '../../../shared/translate.ts'
import styles from './address-hints.module.css'
import { likelyAddress } from './likely-address.ts'

/** The inputs for addresses. */
const addressInputs = ({ form, formRef }: EditedForm): readonly HTMLInputElement[] =>
  inOrder(form).flatMap(([name, { kind }]) => {
    const input = kind === 'email' && formRef.current?.elements.namedItem(name)
    return input instanceof HTMLInputElement ? [input] : []
  })

/** Offers the likely address below an input that was left with a slip in its domain: a letter to it reaches nobody, or a stranger. */
export function AddressHints(edited: EditedForm) {
  const [inputs] = useState(() => addressInputs(edited))
  // The texts of the inputs; undefined for the one that is being edited.
  const [texts, setTexts] = useState<readonly (string | undefined)[]>([])
  useEffect(() => {
    const read = (): void => {
      // A hint moves what is below it, which must stay where it is while it is being pressed.
      if (document.querySelector(':active') === null)
        setTexts(inputs.map((input) => (input === document.activeElement ? undefined : input.value)))
    }
    // After all events of a touch.
    const readLater = (): unknown => setTimeout(read)
    const types = ['input', 'focusout', 'pointerup']
    readLater()
    for (const type of types) document.addEventListener(type, readLater)
    return () => {
      for (const type of types) document.removeEventListener(type, readLater)
    }
  }, [inputs])
  return inputs.map((input, index) => {
    const likely = likelyAddress(texts[index] ?? '')
    const field = input.closest('[data-field]')
    if (likely === undefined || field === null) return null
    const correct = (): void => {
      input.value = likely
      input.dispatchEvent(new Event('input', { bubbles: true }))
      input.focus()
    }
    return createPortal(
      <p className={styles.hint} role="status">
        <button type="button" className={button.plain} onClick={correct}>
          {translate`Did you mean ${likely}?`}
        </button>
      </p>,
      field,
      input.name,
    )
  })
}
