import { ChevronDown, EyeOff, Rows3, Rows4, Users } from 'lucide-react'
import { oneLine } from '../browser-storage.ts'
import { deskFeatures } from '../features.ts'
import { useCommands } from '../palette/commands.ts'
import { isAdmin } from '../session/rights.ts'
import { RebuildSheet } from '../spreadsheet/RebuildSheet.tsx'
import { navigate } from '../ui/address-bar.ts'
import { Button } from '../ui/Button.tsx'
import { closeWithin } from '../ui/close-within.ts'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { useStore } from '../ui/store.ts'
import { useKeys } from '../ui/use-keys.ts'
import type { Filters } from './filters.ts'
import styles from './tools.module.css'
import { outboxPath, useUrlState } from './url-state.ts'

const icon = { 'aria-hidden': true, size: 16, strokeWidth: 1.75 } as const

const blindDialog = later('Blind pass', async () => (await import('./BlindDialog.tsx')).BlindDialog)

const groupLetter = later(
  'Letter to a group',
  async () => (await import('../../features/group-letters/desk/GroupLetter.tsx')).GroupLetter,
)

interface ToolsProps {
  readonly filters: Filters
  /** Whether keyboard shortcuts work now. */
  readonly keysOn: boolean
}

/** The keys of the tools. */
export type ToolKey = 'm'

/** What is done with the whole list. */
export function Tools({ filters, keysOn }: ToolsProps) {
  const writing = useLaterDialog(groupLetter)
  const blinding = useLaterDialog(blindDialog)
  const [, go] = useUrlState()
  const isOneLine = useStore(oneLine) === true
  useKeys(
    {
      m: () => navigate(outboxPath),
    } satisfies Record<ToolKey, () => void>,
    keysOn && isAdmin(),
  )
  useCommands({
    commands: () =>
      (isAdmin()
        ? [
            { label: 'Letter to a group', run: writing.show },
            { label: 'Blind pass', run: blinding.show },
          ]
        : []
      ).map((command) => ({ ...command, group: 'Applications' as const })),
  })
  return (
    <div className={`row gap-1 middle ${styles.tools}`} data-print="no">
      <Button tone="quiet" className={styles.open} popoverTarget="with-list">
        With this list
        <ChevronDown {...icon} />
      </Button>
      <div id="with-list" className={`box ${styles.menu}`} popover="auto" ref={closeWithin}>
        {isAdmin() && (
          <>
            {deskFeatures.map(({ name, tool: Tool }) => Tool && <Tool key={name} filters={filters} keysOn={keysOn} />)}
            <Button tone="quiet" onClick={writing.show} aria-haspopup="dialog">
              <Users {...icon} />
              Letter to a group
            </Button>
          </>
        )}
        <Button tone="quiet" onClick={() => go({ question: '' })}>
          <Rows3 {...icon} />
          One question
        </Button>
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
      {isAdmin() && <RebuildSheet />}
      {writing.element({ filters })}
      {blinding.element({})}
    </div>
  )
}
