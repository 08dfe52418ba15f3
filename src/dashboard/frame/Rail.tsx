import { Ellipsis, ExternalLink, Globe, Keyboard, KeyRound, PanelLeft } from 'lucide-react'
import { useLayoutEffect } from 'react'
import { createPortal } from 'react-dom'
import { railFolded } from '../browser-storage.ts'
import { type DeskPage, pageGroups } from '../desk-page.ts'
import { deskFeatures } from '../features.ts'
import { formatCount } from '../labels.ts'
import { deskPages, mayOpen } from '../pages.ts'
import { accessDialog } from '../session/RefusedSignIns.tsx'
import { isAdmin } from '../session/rights.ts'
import { logOut } from '../session/session.ts'
import { navigate } from '../ui/address-bar.ts'
import { closeWithin } from '../ui/Button.tsx'
import { useCommands } from '../ui/commands.ts'
import type { FrameKey } from '../ui/keys.ts'
import { later, useLaterDialog } from '../ui/Later.tsx'
import { useStore } from '../ui/store.ts'
import { useKeys, useKeysSwitch } from '../ui/use-keys.ts'
import { useMedia } from '../ui/use-media.ts'
import styles from './rail.module.css'
import { useGoKeys } from './use-go-keys.ts'

const icon = { 'aria-hidden': true, size: 18, strokeWidth: 1.75 } as const

const keysHelp = later('Keys', async () => (await import('../ui/KeysHelp.tsx')).KeysHelp)

/** The pages that a phone has at its foot. */
const atFoot = ['a', 'm', 'o']

/** Whether the rail shows icons alone, and the function that changes it. On narrow windows it always does. */
function useFold(): readonly [boolean, () => void] {
  const isWide = useMedia('(min-width: 80rem)')
  const hasRoom = useMedia('(min-width: 64rem)')
  const chosen = useStore(railFolded)
  const folded = !hasRoom || (chosen ?? !isWide)
  return [
    folded,
    () => {
      if (hasRoom) railFolded.set(!folded)
    },
  ]
}

interface RailProps {
  /** The open page. */
  readonly page: DeskPage | undefined
  /** Where a page was left. */
  addressOf(page: DeskPage): string
}

/** The way around the desk: every page in its group, and what is done from everywhere. On a phone it is a bar at the foot, whose last button opens the rest. */
export function Rail({ page: open, addressOf }: RailProps) {
  const [folded, fold] = useFold()
  const [keysOn] = useKeysSwitch()
  // The styles of the whole page need it: `:has()` would be matched again at each change of the page.
  useLayoutEffect(() => {
    document.documentElement.dataset.framed = folded ? 'folded' : 'open'
    return () => {
      document.documentElement.dataset.framed = ''
    }
  }, [folded])
  const access = useLaterDialog(accessDialog)
  const help = useLaterDialog(keysHelp)
  useKeys({ '?': help.show, '[': fold } satisfies Record<FrameKey, () => void>, keysOn)
  useGoKeys((key) => {
    const named = deskPages.find(({ rail }) => rail?.key === key)
    if (named !== undefined && named !== open && mayOpen(named)) navigate(addressOf(named))
  }, keysOn)
  const inRail = deskPages.filter((page) => page.rail !== undefined && mayOpen(page))
  const isHelper = !isAdmin()
  useCommands({
    commands: () => [
      { group: 'This desk', label: 'Keys', keys: ['?'], run: help.show },
      ...(isHelper ? [] : [{ group: 'This desk' as const, label: 'Sign-in', run: access.show }]),
      { group: 'This desk', label: 'Logout', run: () => void logOut() },
    ],
  })
  const link = (page: DeskPage) => (
    <RailLink key={page.path} page={page} isOpen={page === open || page.path === open?.within} href={addressOf(page)} />
  )
  return createPortal(
    <nav className={styles.rail} aria-label="Desk" data-print="no">
      <div className={styles.foot}>
        {inRail.filter(({ rail }) => isHelper || atFoot.includes(rail?.key ?? '')).map(link)}
        <button type="button" className={styles.item} popoverTarget="rail">
          <Ellipsis {...icon} />
          <span>More</span>
        </button>
      </div>
      <div id="rail" className={styles.places} popover="auto" ref={closeWithin}>
        <div className={styles.tools} data-page-tools="" />
        {pageGroups
          .filter((group) => inRail.some(({ rail }) => rail?.group === group))
          .map((group) => (
            <section key={group} aria-label={group}>
              <h2 className={inRail.some(({ title }) => title === group) ? styles.same : undefined}>{group}</h2>
              {inRail.filter(({ rail }) => rail?.group === group).map(link)}
            </section>
          ))}
        <section className={styles.desk}>
          {deskFeatures.map(({ name, frame: Part }) => Part && <Part key={name} className={styles.item} />)}
          <button
            type="button"
            className={`${styles.item} ${styles.keys}`}
            title="Keys (?)"
            aria-haspopup="dialog"
            onClick={help.show}
          >
            <Keyboard {...icon} />
            <span>Keys</span>
          </button>
          {!isHelper && (
            <button type="button" className={styles.item} title="Sign-in" aria-haspopup="dialog" onClick={access.show}>
              <KeyRound {...icon} />
              <span>Sign-in</span>
            </button>
          )}
          <button type="button" className={styles.item} title="Website" popoverTarget="menu">
            <ExternalLink {...icon} />
            <span>Website</span>
          </button>
          <button
            type="button"
            className={`${styles.item} ${styles.fold}`}
            title={folded ? 'Unfold ([)' : 'Fold ([)'}
            aria-expanded={!folded}
            onClick={fold}
          >
            <PanelLeft {...icon} />
            <span>Fold the rail</span>
          </button>
        </section>
      </div>
      {help.element({})}
      {access.element({})}
    </nav>,
    document.querySelector('[data-rail]') ?? document.body,
  )
}

interface RailLinkProps {
  readonly page: DeskPage
  readonly isOpen: boolean
  readonly href: string
}

const nothing = () => ({ count: 0, of: '' })

/** A page in the rail, with the number of things that wait there. */
function RailLink({ page: { title, rail }, isOpen, href }: RailLinkProps) {
  const { count, of } = (rail?.useWaiting ?? nothing)()
  const Icon = rail?.icon ?? Globe
  return (
    <a className={styles.item} href={href} title={title} aria-current={isOpen ? 'page' : undefined}>
      <Icon {...icon} />
      <span>{title}</span>
      {count > 0 && (
        <b className={styles.count} title={`${formatCount(count)} ${of}`}>
          {formatCount(count)}
        </b>
      )}
    </a>
  )
}
