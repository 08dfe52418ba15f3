import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { Activity, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { setMissingPages } from '../shared/existing-pages.ts'
import { tolerateTranslation } from '../ui/translated-page.ts'
import { type FormContent, WithForms } from './applications/Answers.tsx'
import { onSessionRemoved } from './browser-storage.ts'
import { hasUnanswered } from './decisions/group-calls.ts'
import type { DeskPage } from './desk-page.ts'
import { useFollowedLinks } from './frame/followed-links.ts'
import { Rail } from './frame/Rail.tsx'
import { showLetter } from './letters/letters.ts'
import { deskPages, mayOpen, pageAt } from './pages.ts'
import { makeClient } from './query-client.ts'
import { isAdmin } from './session/rights.ts'
import { SessionGate } from './session/SessionGate.tsx'
import { close } from './session/session.ts'
import { PageAddress, useAddress } from './ui/address-bar.ts'
import { Boundary } from './ui/Boundary.tsx'
import { Button } from './ui/Button.tsx'
import { Later, later } from './ui/Later.tsx'
import { Notice, Screen } from './ui/Screen.tsx'
import { Toasts } from './ui/Toasts.tsx'
import './desk.css'

tolerateTranslation()

/** The desk: its cache, its frame, the open page, toasts. It closes when another tab signs out. */
export function Desk({ without, ...content }: FormContent & { readonly without: readonly string[] }) {
  const [client] = useState(() => {
    setMissingPages(without)
    return makeClient()
  })
  const title = pageAt(useAddress())?.title ?? 'Desk'
  // Removes the content that the page shows before its script runs. (Astro's own fallback slot would put it into the page twice.)
  useLayoutEffect(() => document.querySelector('[data-before-desk]')?.remove(), [])
  useEffect(() => onSessionRemoved(() => close(undefined)), [])
  useEffect(() => {
    if (isAdmin() && hasUnanswered()) void import('./decisions/repeat-calls.ts').then(({ repeatCalls }) => repeatCalls(client))
  }, [client])
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Boundary title={title}>
          <WithForms {...content}>
            <SessionGate title={title} skeleton={<Screen title={title} busy />}>
              <Pages />
            </SessionGate>
          </WithForms>
        </Boundary>
        <Toasts />
      </QueryClientProvider>
    </CSPProvider>
  )
}

const parts = new Map(deskPages.map((page) => [page, later(page.title, page.load, true)]))

// The script of the page that is opened first is fetched together with ours.
if (typeof location !== 'undefined') {
  const first = pageAt(location.pathname)
  if (first !== undefined)
    void parts
      .get(first)
      ?.load()
      .catch(() => undefined)
}

/** The rail, and every page that was opened. All but the one of the address are hidden and idle, and stay as they were left. */
function Pages() {
  const address = useAddress()
  const page = pageAt(address)
  const [opened] = useState(() => new Map<DeskPage, string>())
  if (page !== undefined) opened.set(page, address)
  useFollowedLinks()
  usePlace(page)
  return (
    <>
      <Rail page={page} addressOf={(each) => (each === page ? undefined : opened.get(each)) ?? each.path} />
      {[...opened].map(([each, at]) => (
        <div
          key={each.path}
          className="unringed"
          data-page={each === page ? 'shown' : 'hidden'}
          data-path={each.path}
          tabIndex={-1}
        >
          <Activity mode={each === page ? 'visible' : 'hidden'}>
            <PageAddress value={at}>
              <Boundary title={each.title}>
                <Page page={each} />
              </Boundary>
            </PageAddress>
          </Activity>
        </div>
      ))}
    </>
  )
}

/** A page, as soon as its script is here. */
function Page({ page }: { readonly page: DeskPage }) {
  const [failed, setFailed] = useState(false)
  const part = parts.get(page)
  if (part === undefined) return null
  if (!mayOpen(page)) return <NotOpen title={page.title} />
  if (!failed) return <Later part={part} props={{}} waiting={<Screen title={page.title} busy />} failed={() => setFailed(true)} />
  return (
    <Screen title={page.title}>
      <Notice title="The page could not be loaded" failed>
        <Button onClick={() => setFailed(false)}>Try again</Button>
      </Notice>
    </Screen>
  )
}

/** In place of a page that a helper's link does not open. */
function NotOpen({ title }: { readonly title: string }) {
  const own = deskPages.filter((page) => page.rail !== undefined && mayOpen(page))
  return (
    <Screen title={title}>
      <Notice title="Your link does not open this page">
        {own.map(({ path, title: name }) => (
          <p key={path}>
            <a href={path}>To the page {name}</a>
          </p>
        ))}
      </Notice>
    </Screen>
  )
}

/** Keeps how far each page is scrolled; a page that comes takes the focus, or gives it to its list. */
function usePlace(page: DeskPage | undefined): void {
  const scrolled = useRef(new Map<DeskPage, number>())
  const before = useRef(page)
  useEffect(() => {
    // The browser would scroll as the page was that is left.
    history.scrollRestoration = 'manual'
  }, [])
  useEffect(() => {
    if (page === undefined) return
    const keep = (): void => void scrolled.current.set(page, window.scrollY)
    window.addEventListener('scroll', keep, { passive: true })
    return () => window.removeEventListener('scroll', keep)
  }, [page])
  useLayoutEffect(() => {
    if (page === undefined || before.current === page) return
    before.current = page
    showLetter(undefined)
    window.scrollTo(0, scrolled.current.get(page) ?? 0)
    const shown = document.querySelector<HTMLElement>('[data-page=shown]')
    const target = shown?.querySelector<HTMLElement>('[data-list][data-steady=applications]') ?? shown
    target?.focus({ preventScroll: true })
  }, [page])
}
