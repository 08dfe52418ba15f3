import { Dialog } from '@base-ui/react/dialog'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import dialog from '../ui/dialog.module.css'
import { LookSwitch } from '../ui/LookSwitch.tsx'
import { Switch } from '../ui/Switch.tsx'
import { useMedia } from '../ui/use-media.ts'
import { LetterView } from './LetterView.tsx'
import styles from './letter-dialog.module.css'
import { letterQuery } from './letters.ts'
import { type OpenLetter, showLetter, useOpenLetter } from './open-letter.ts'

/** A letter over the page: as it will look, or looks. */
export function LetterDialog() {
  const open = useOpenLetter()
  const popup = useRef<HTMLDivElement>(null)
  // While it closes, what was shown stays.
  const last = useRef(open)
  if (open !== undefined) last.current = open
  return (
    <Dialog.Root open={open !== undefined} onOpenChange={(stays) => !stays && showLetter(undefined)}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} data-print="no" />
        <Dialog.Popup className={`${dialog.popup} ${dialog.sheet}`} ref={popup} initialFocus={popup}>
          {last.current !== undefined && <Opened key={last.current.choices[0]?.path} letter={last.current} />}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Opened({ letter: { whom, choices, about } }: { letter: OpenLetter }) {
  const [path, choose] = useState(choices[0]?.path ?? '')
  const [plain, setPlain] = useState(false)
  const dark = useMedia('(prefers-color-scheme: dark)')
  const narrow = useMedia('(width < 40rem)')
  const { data, error, refetch } = useQuery({ ...letterQuery(path), enabled: path !== '' })
  return (
    <>
      <div className={dialog.bar}>
        <Dialog.Title className={styles.title}>
          {choices.length > 1 ? 'The letters to' : 'The letter to'} {whom}
        </Dialog.Title>
        <Dialog.Close render={<Button tone="icon" className={dialog.print} />} aria-label="Close">
          <X aria-hidden="true" size={20} />
        </Dialog.Close>
      </div>
      <div className={`${dialog.body} ${styles.body}`} data-scroll="">
        <Dialog.Description className={styles.about}>{about}</Dialog.Description>
        <div className={styles.switches}>
          {choices.length > 1 && (
            <Switch
              label="The letter if you"
              options={choices.map((one) => ({ value: one.path, name: one.name }))}
              value={path}
              choose={choose}
            />
          )}
          <LookSwitch plain={plain} choose={setPlain} />
        </div>
        {data !== undefined ? (
          <LetterView letter={data.letter} plain={plain} dark={dark} narrow={narrow} />
        ) : error !== null ? (
          <div role="alert" className={styles.failed}>
            <p>This letter cannot be shown. {error.message}</p>
            <Button onClick={() => void refetch()}>Try again</Button>
          </div>
        ) : (
          <p>Loading…</p>
        )}
      </div>
    </>
  )
}
