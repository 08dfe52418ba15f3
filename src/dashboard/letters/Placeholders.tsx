import { useEffect, useState } from 'react'
import type { FieldSchema } from '../../api/site-content.ts'
import { Button } from '../ui/Button.tsx'
import styles from './letters.module.css'

type TextField = HTMLInputElement | HTMLTextAreaElement

/** The placeholders that the texts of a letter may use. A press puts one at the cursor of the field that was last in use. */
export function Placeholders({ schema: { placeholders = [], properties } }: { readonly schema: FieldSchema }) {
  const [field, setField] = useState<TextField>()
  useEffect(() => {
    const follow = ({ target }: FocusEvent): void => {
      if (target instanceof HTMLElement && target.matches('textarea[data-field], input[data-field]'))
        setField(target as TextField)
    }
    document.addEventListener('focusin', follow)
    return () => document.removeEventListener('focusin', follow)
  }, [])
  const [part = ''] = JSON.parse(field?.dataset.field ?? '[]') as readonly string[]
  const usable = properties?.[part]?.placeholders ?? placeholders
  const insert = (name: string): void => {
    if (field === undefined) return
    field.setRangeText(`{${name}}`, field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end')
    field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    field.focus()
  }
  return (
    <fieldset className={`row rolls ${styles.placeholders}`}>
      <legend className="small">
        {field === undefined ? 'Placeholders: choose a text first' : 'Put a placeholder at the cursor'}
      </legend>
      {placeholders.map((name) => (
        <Button key={name} tone="quiet" disabled={!field?.isConnected || !usable.includes(name)} onClick={() => insert(name)}>
          {`{${name}}`}
        </Button>
      ))}
    </fieldset>
  )
}
