import { Dialog } from '@base-ui/react/dialog'
import { useRef } from 'react'
import { routes } from '../../api/routes.ts'
import { deskFeatures } from '../features.ts'
import { deskPages } from '../pages.ts'
import { isAdmin, may } from '../session/rights.ts'
import { Button } from './Button.tsx'
import dialog from './dialog.module.css'
import { keyGroups } from './keys.ts'
import { useKeysSwitch } from './use-keys.ts'

/** The keys of pages and of features. */
function keysToOpen(): readonly (readonly [keys: readonly string[], does: string])[] {
  const pages = deskPages.flatMap(({ title, rail }) => (rail?.key === undefined ? [] : [{ title, key: `g ${rail.key}` }]))
  return [
    [pages.map(({ key }) => key), pages.map(({ title }) => title).join(', ')],
    ...deskFeatures.flatMap(({ keys = [] }) => keys.map(([key, does]) => [[key], does] as const)),
  ]
}

interface KeysHelpProps {
  readonly open: boolean
  close(): void
}

/** The list of keyboard shortcuts, with a switch to turn them off (WCAG 2.1.4). */
export function KeysHelp({ open, close }: KeysHelpProps) {
  const [on, setOn] = useKeysSwitch()
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => !next && close()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup ref={popup} className={`${dialog.popup} ${dialog.question} ${dialog.widest}`} initialFocus={popup}>
          <Dialog.Title className={dialog.title}>Keys</Dialog.Title>
          <Dialog.Description className="soft">
            They apply to the selected application and are off while you type.
          </Dialog.Description>
          <div className={dialog.keys}>
            {keyGroups
              .filter(({ title }) => isAdmin() || (title === 'Read' && may(routes.applications)))
              .map(({ title, keys }) => (
                <section key={title}>
                  <h3>{title}</h3>
                  <dl className="facts lined">
                    {[...(title === 'Open' ? keysToOpen() : []), ...keys].map(([names, action]) => (
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
          <div className={`row ${dialog.buttons}`}>
            <Dialog.Close render={<Button />}>Close</Dialog.Close>
          </div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
