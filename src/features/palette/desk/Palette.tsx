import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { CornerDownLeft } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { ApplicationRecord } from '../../../api/responses.ts'
import { routes } from '../../../api/routes.ts'
import { searchFault } from '../../../dashboard/applications/filters.ts'
import { noFilters, urlOf } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { applicantName, formNames, stateOf, statusNames } from '../../../dashboard/labels.ts'
import { deskPages, mayOpen } from '../../../dashboard/pages.ts'
import { may } from '../../../dashboard/session/rights.ts'
import { navigate } from '../../../dashboard/ui/address-bar.ts'
import { commandGroups, offeredCommands, offeredOpen } from '../../../dashboard/ui/commands.ts'
import dialog from '../../../dashboard/ui/dialog.module.css'
import styles from './palette.module.css'

interface Entry {
  /** Unique in the palette. */
  readonly value: string
  readonly label: string
  readonly detail: string
  readonly keys: readonly string[]
  run(): void
}

interface Group {
  readonly value: string
  readonly items: readonly Entry[]
}

/** Milliseconds after the last key until applications are searched. */
const pause = 200

/** What the page offers, and the pages. */
function fixedGroups(): readonly Group[] {
  const commands = offeredCommands()
  const offered = commandGroups.map((group) => ({
    value: group,
    items: commands
      .filter((command) => command.group === group)
      .map(({ label, keys = [], run }) => ({ value: `${group}: ${label}`, label, detail: '', keys, run })),
  }))
  const places = deskPages.filter(mayOpen).flatMap(({ path, title, rail }) =>
    rail === undefined || path === location.pathname
      ? []
      : [
          {
            value: path,
            label: title,
            detail: '',
            keys: rail.key === undefined ? [] : [`g ${rail.key}`],
            run: () => navigate(path),
          },
        ],
  )
  return [...offered, { value: 'Pages', items: places }]
}

const entryOf = (record: ApplicationRecord): Entry => ({
  value: record.id,
  label: applicantName(record),
  detail: [record.company_name, formNames[record.form_type], statusNames[stateOf(record)]].filter(Boolean).join(' · '),
  keys: [],
  run: () => {
    const open = offeredOpen()
    if (open === undefined) navigate(urlOf({ ...noFilters, details: record.id }))
    else open(record)
  },
})

/** Whether each word occurs in a label. */
const hasWords = (label: string, words: readonly string[]): boolean => words.every((word) => label.toLowerCase().includes(word))

/** The applications for what was typed, when the typing pauses. */
function useSearched(typed: string) {
  const [search, setSearch] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pause)
    return () => clearTimeout(timer)
  }, [typed])
  const isSearch = may(routes.applications) && search.length > 1 && searchFault({ ...noFilters, search }) === undefined
  const { data, isFetching } = useQuery({
    queryKey: ['palette', search],
    queryFn: ({ signal }) => call(routes.applications, { query: new URLSearchParams({ q: search, limit: '7' }), signal }),
    enabled: isSearch,
    placeholderData: keepPreviousData,
    retry: false,
  })
  return {
    applications: isSearch ? (data?.applications ?? []) : [],
    isSearching: typed.trim() !== search || (isSearch && isFetching),
  }
}

interface PaletteProps {
  readonly open: boolean
  close(): void
}

/** The command palette: actions, pages, and applications by search. */
export function Palette({ open, close }: PaletteProps) {
  return (
    <Dialog.Root open={open} onOpenChange={close}>
      <Dialog.Portal>
        <Dialog.Backdrop className={dialog.backdrop} />
        <Dialog.Popup className={`${dialog.popup} ${styles.palette}`} aria-label="Go to">
          <Choices close={close} />
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** The field and the list below it. */
function Choices({ close }: Pick<PaletteProps, 'close'>) {
  const chosen = useRef<Entry>(undefined)
  const choose = (entry: Entry): void => {
    chosen.current = entry
    close()
  }
  // After the dialog has given back the focus, in a microtask of this commit: many commands move it.
  useEffect(() => () => void setTimeout(() => chosen.current?.run()), [])
  const [typed, setTyped] = useState('')
  const fixed = useMemo(fixedGroups, [])
  const { applications, isSearching } = useSearched(typed)
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const groups = [
    ...fixed.map((group) => ({ ...group, items: group.items.filter(({ label }) => hasWords(label, words)) })),
    { value: 'Found applications', items: applications.map(entryOf) },
  ].filter(({ items }) => items.length > 0)
  return (
    <Autocomplete.Root items={groups} filter={null} open inline autoHighlight="always" value={typed} onValueChange={setTyped}>
      <Autocomplete.Input
        className={`unringed ${styles.field}`}
        aria-label="Go to an action, a page or an application"
        placeholder="An action, a page, a name or any word of an application"
      />
      <div className={styles.choices}>
        <Autocomplete.Status className={`soft small ${styles.note}`}>
          {groups.length > 0 ? '' : isSearching ? 'Searching…' : 'Nothing found'}
        </Autocomplete.Status>
        <Autocomplete.List>
          {(group: Group) => (
            <Autocomplete.Group key={group.value} items={group.items}>
              <Autocomplete.GroupLabel className={`soft small ${styles.group}`}>{group.value}</Autocomplete.GroupLabel>
              <Autocomplete.Collection>
                {(entry: Entry) => (
                  <Autocomplete.Item
                    key={entry.value}
                    value={entry}
                    className={`line ${styles.entry}`}
                    onClick={() => choose(entry)}
                  >
                    <span className="cut" dir="auto">
                      {entry.label}
                    </span>
                    <span className="cut soft small">{entry.detail}</span>
                    {entry.keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                    <CornerDownLeft aria-hidden="true" size={14} strokeWidth={1.75} />
                  </Autocomplete.Item>
                )}
              </Autocomplete.Collection>
            </Autocomplete.Group>
          )}
        </Autocomplete.List>
      </div>
    </Autocomplete.Root>
  )
}
