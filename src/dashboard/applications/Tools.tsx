import { ChevronDown, EyeOff, Rows4 } from 'lucide-react'
import { oneLine } from '../browser-storage.ts'
import { deskFeatures, type ToolProps } from '../features.ts'
import { isAdmin } from '../session/rights.ts'
import { navigate } from '../ui/address-bar.ts'
import { Button, closeWithin } from '../ui/Button.tsx'
import buttons from '../ui/button.module.css'
import { useCommands } from '../ui/commands.ts'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { useStore } from '../ui/store.ts'
import { useKeys } from '../ui/use-keys.ts'
import styles from './tools.module.css'
import { outboxPath } from './url-state.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const blindDialog = later('Blind pass', async () => (await import('./BlindDialog.tsx')).BlindDialog)

export type ToolKey = 'm'

/** What is done with the whole list. */
export function Tools(props: ToolProps) {
  const blinding = useLaterDialog(blindDialog)
  const isOneLine = useStore(oneLine) === true
  useKeys(
    {
      m: () => navigate(outboxPath),
    } satisfies Record<ToolKey, () => void>,
    props.keysOn && isAdmin(),
  )
  useCommands({
    commands: () => (isAdmin() ? [{ group: 'Applications', label: 'Blind pass', run: blinding.show }] : []),
  })
  return (
    <div className="row gap-1 middle" data-print="no">
      <Button tone="quiet" className={styles.open} popoverTarget="with-list">
        With this list
        <ChevronDown {...icon} />
      </Button>
      <div id="with-list" className={`box ${buttons.menu} ${styles.menu}`} popover="auto" ref={closeWithin}>
        {deskFeatures.map(
          ({ name, tool: Tool, isForHelpers }) => Tool && (isAdmin() || isForHelpers) && <Tool key={name} {...props} />,
        )}
        {isAdmin() && (
          <Button tone="quiet" onClick={blinding.show} aria-haspopup="dialog">
            <EyeOff {...icon} />
            Blind pass
          </Button>
        )}
        <Button tone="quiet" onClick={() => oneLine.set(!isOneLine)}>
          <Rows4 {...icon} />
          {isOneLine ? 'Three lines a row' : 'One line a row'}
        </Button>
      </div>
      {blinding.element({})}
    </div>
  )
}
