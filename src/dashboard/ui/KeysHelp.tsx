import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { Button } from './Button.tsx'
import dialog from './dialog.module.css'

/**
 * The keys and what they do. The third word offers it in the palette too: always, if an application is open, or if an open one can be decided.
 */
export const keyGroups = [
  {
    title: 'Read',
    keys: [
      [['j'], 'Next application', 'always'],
      [['k'], 'Previous application'],
      [['f'], 'Next unread application', 'always'],
      [['o', 'Enter'], 'View details', 'open'],
      [['/'], 'Search', 'always'],
      [['c'], 'Compare the two selected, or this one and the next', 'always'],
      [['q'], 'One question across the list, answers below each other', 'always'],
      [['n'], 'Write notes', 'open'],
      [['Space'], 'Scroll'],
      [['Esc'], 'Close, back to the list, clear the selection'],
    ],
  },
  {
    title: 'Decide',
    keys: [
      [['l'], 'Preview letter, add a sentence', 'open'],
      [['a'], 'Approve', 'decide'],
      [['p'], 'Pitch', 'decide'],
      [['r'], 'Reject', 'decide'],
      [['⇧ a', '⇧ p', '⇧ r'], 'The same, without a letter'],
      [['t'], 'Take more time: delay the answer, by a letter', 'decide'],
      [['d'], 'Delete', 'open'],
      [['u', 'z'], 'Undo', 'always'],
      [['s'], 'Score, then 1 to 5', 'open'],
      [['*'], 'Star, or remove the star', 'open'],
    ],
  },
  {
    title: 'Select',
    keys: [
      [['x'], 'Select, to decide, write or print together', 'open'],
      [['⇧ j', '⇧ k'], 'Select more'],
    ],
  },
  {
    title: 'Open',
    keys: [
      [['e'], 'Export'],
      [['i'], 'Insights'],
      [['m'], 'Outbox'],
      [['?'], 'This list'],
      [['Ctrl K'], 'Actions, pages and applications by name'],
    ],
  },
] as const

/** A key as it is shown, and as `useKeys` names it. */
type Pressed<Shown> = Shown extends 'Esc'
  ? 'Escape'
  : Shown extends 'Space'
    ? ' '
    : Shown extends `⇧ ${infer Key}`
      ? `Shift+${Key}`
      : Shown

/** The keys of the list, without that of the palette. The parts of the desk have these and no others. */
export type ListedKey = Exclude<Pressed<(typeof keyGroups)[number]['keys'][number][0][number]>, 'Ctrl K'>

interface KeysHelpProps {
  readonly open: boolean
  /** Whether keyboard shortcuts are on. */
  readonly on: boolean
  setOpen(open: boolean): void
  setOn(on: boolean): void
}

/** The list of keyboard shortcuts, with a switch to turn them off (WCAG 2.1.4). */
export function KeysHelp({ open, setOpen, on, setOn }: KeysHelpProps) {
  const first = useRef<HTMLButtonElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${dialog.question} ${dialog.wide}`} initialFocus={first}>
          <Dialog.Title className={dialog.title}>Keys</Dialog.Title>
          <Dialog.Description className="soft">
            They apply to the selected application and are off while you type.
          </Dialog.Description>
          <div className={dialog.keys}>
            {keyGroups.map(({ title, keys }) => (
              <section key={title}>
                <h3>{title}</h3>
                <dl className="facts lined">
                  {keys.map(([names, action]) => (
                    <div key={action}>
                      <dt>
                        {names.map((name) => (
                          <kbd key={name}>{name}</kbd>
                        ))}
                      </dt>
                      <dd>{action}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            ))}
          </div>
          <label className="check small">
            <input type="checkbox" checked={on} onChange={(event) => setOn(event.target.checked)} />
            Keyboard shortcuts on this device
          </label>
          <div className={dialog.buttons}>
            <Dialog.Close ref={first} render={<Button />}>
              Close
            </Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
