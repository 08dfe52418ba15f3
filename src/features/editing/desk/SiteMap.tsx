import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { labelOf } from '../../../api/site-content.ts'
import { sitePath } from '../../../dashboard/applications/url-state.ts'
import { call } from '../../../dashboard/client.ts'
import { firstNames, formatMoment } from '../../../dashboard/labels.ts'
import { deskPages, mayOpen } from '../../../dashboard/pages.ts'
import { LoadFailure } from '../../../dashboard/session/LoadFailure.tsx'
import { navigate } from '../../../dashboard/ui/address-bar.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { type DocumentSummary, type EntrySummary, type SiteResponse, siteRoutes } from '../api.ts'
import { Begin, Letters, Posts } from './MapTables.tsx'
import { ago, hrefOf, stateWords } from './map-words.ts'
import { addressOf } from './picture-address.ts'
import { Refused } from './Refused.tsx'
import styles from './site-map.module.css'

interface MapProps {
  readonly site: SiteResponse
}

/** The parts of the map, as the address names them. */
export const mapParts = {
  pages: 'Pages',
  cohorts: 'Cohorts',
  people: 'People',
  companies: 'Companies',
  questions: 'Questions',
  posts: 'Posts',
  shared: 'Shared',
  letters: 'Letters',
  history: 'History',
} as const

/** The part with the entries of a document. */
const partOf: Readonly<Record<string, keyof typeof mapParts>> = {
  'content/cohorts.yaml': 'cohorts',
  'content/mentors.yaml': 'people',
  'content/portfolio.yaml': 'companies',
  'content/faq.yaml': 'questions',
}

/** The site as a map: what one looks for, what is unfinished, the pages, and everything that is on them. */
export function SiteMap({ site }: MapProps) {
  const [typed, setTyped] = useState('')
  const of = (...groups: readonly string[]): readonly DocumentSummary[] =>
    site.documents.filter(({ group }) => groups.includes(group))
  return (
    <div className="stack gap-4">
      <div className="row middle">
        <search className={styles.search}>
          <label className="visually-hidden" htmlFor="site-search">
            Search all texts of the site
          </label>
          <input
            id="site-search"
            type="search"
            value={typed}
            maxLength={200}
            placeholder="Search: date of cohort 8, a name, deadline"
            onChange={({ target }) => setTyped(target.value)}
          />
        </search>
        <nav aria-label="Parts of the site" className="row gap-2">
          {Object.entries(mapParts).map(([part, name]) => (
            <a key={part} href={`#${part}`}>
              {name}
            </a>
          ))}
          {deskPages.map(
            (page) =>
              page.within === sitePath &&
              mayOpen(page) && (
                <a key={page.path} href={page.path}>
                  {page.title}
                </a>
              ),
          )}
        </nav>
      </div>
      {typed.trim() !== '' && <Hits typed={typed} />}
      <Unfinished site={site} />
      <section className="stack gap-2" id="pages">
        <h2>Pages</h2>
        <ul className={`stack quiet ${styles.pages}`}>
          {of('Pages').map((document) => (
            <li key={document.path}>
              <a href={hrefOf(document.path)}>
                <PagePicture
                  address={`${siteRoutes.sitePreview.path}?live=${site.revision}&page=${encodeURIComponent(document.page)}`}
                />
                <strong>{document.name}</strong>
                <span className="below">{stateWords(document, site)}</span>
              </a>
            </li>
          ))}
        </ul>
        <Begin kind="page" taken={site.documents.flatMap(({ path, page }) => [path, page])} />
      </section>
      {of('Cohorts', 'People', 'Companies', 'Questions and answers').map((document) => (
        <Entries key={document.path} {...{ document, site }} />
      ))}
      <Posts site={site} posts={of('Posts')} />
      <section className="stack gap-2" id="shared">
        <h2>What several pages share</h2>
        <ul className={`stack gap-2 quiet ${styles.chips}`}>
          {of('Forms', 'Figures', 'Promises', 'Rubrics', 'Who we are').map((document) => (
            <li key={document.path}>
              <a href={hrefOf(document.path)}>
                {document.name}
                <span className="below">{stateWords(document, site)}</span>
              </a>
            </li>
          ))}
        </ul>
      </section>
      <Letters site={site} letters={of('Letters')} />
      <History site={site} />
    </div>
  )
}

/** A small picture of a page: the page itself, drawn when it comes near, which nobody can enter. */
const PagePicture = ({ address }: { readonly address: string }) => (
  <span className={styles.picture} inert>
    <iframe src={address} title="Picture of the page" loading="lazy" tabIndex={-1} />
  </span>
)

/** The texts that have the words which are typed. */
function Hits({ typed }: { readonly typed: string }) {
  const q = useDeferredValue(typed.trim())
  const query = useQuery({
    queryKey: ['site texts', q],
    queryFn: ({ signal }) => call(siteRoutes.findSiteTexts, { query: { q }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
  const { hits = [] } = query.data ?? {}
  return (
    <section className="stack gap-2" aria-busy={query.isFetching}>
      <h2 role="status">
        {query.data === undefined ? 'Searching…' : hits.length === 0 ? 'No text has these words.' : `Found ${hits.length}`}
      </h2>
      <ul className="lined quiet">
        {hits.map(({ path, name, field, label, text }) => (
          <li key={path + JSON.stringify(field)}>
            <a href={hrefOf(path, field)}>
              {name} · {label}
              <span className="below">{text}</span>
            </a>
          </li>
        ))}
      </ul>
      <LoadFailure title="The texts could not be searched" query={query} />
    </section>
  )
}

/** The newest drafts are on the map; a publish lists them all. */
const draftsShown = 3

/** Drafts, texts that wait for their time, and those that are still the example's. */
function Unfinished({ site }: MapProps) {
  const drafts = site.documents
    .filter(({ savedAt }) => savedAt !== null)
    .toSorted((a, b) => (b.savedAt ?? '').localeCompare(a.savedAt ?? ''))
  const waiting = site.publishes.filter(({ revision }) => revision === null)
  const placeholders = site.documents.filter(({ placeholder }) => placeholder)
  const names = new Map(site.documents.map(({ path, name }) => [path, name]))
  return (
    <>
      {drafts.length > 0 && (
        <section className="stack gap-2">
          <h2>
            Drafts <span>{drafts.length}</span>
          </h2>
          <ul className="lined">
            {drafts.slice(0, draftsShown).map(({ path, name, savedAt, waiting: texts }, at) => (
              <li key={path} className="row gap-2 middle">
                <span className="entry">
                  <a href={hrefOf(path)}>{at === 0 ? `Continue: ${name}` : name}</a>{' '}
                  <span className="soft small">
                    {[
                      `edited ${ago(savedAt ?? '')}`,
                      ...texts.map(({ dueAt }) => `a text waits for ${formatMoment(dueAt)}`),
                    ].join(' · ')}
                  </span>
                </span>
                <Button onClick={() => navigate(`#changes/${path}`)} aria-label={`Publish ${name}`}>
                  Publish
                </Button>
              </li>
            ))}
          </ul>
          {drafts.length > 1 && (
            <p>
              <a href="#changes">
                {drafts.length > draftsShown ? `All ${drafts.length} drafts, to publish together` : 'Publish several together'}
              </a>
            </p>
          )}
        </section>
      )}
      {waiting.length > 0 && (
        <section className="stack gap-2">
          <h2>Waits for its time</h2>
          <ul className="lined">
            {waiting.map(({ id, dueAt, at, documents, fault }) => (
              <li key={id}>
                <a href={`#version/${id}`}>{firstNames(documents.map((path) => names.get(path) ?? removedName(path)))}</a>
                {` is published ${formatMoment(dueAt ?? at)}`}
                <span className="fault">{fault === '' ? '' : ` Not published: ${fault}`}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Refused site={site} />
      {placeholders.length > 0 && (
        <p className={`note ${styles.example}`}>
          {placeholders.some(({ path }) => path === 'content/site.yaml') && (
            <>
              <a href="#begin">Say who you are</a>, in one page of questions.{' '}
            </>
          )}
          {'Texts of the example are still in: '}
          {placeholders.map(({ path, name }, at) => (
            <span key={path}>
              {at > 0 && ', '}
              <a href={hrefOf(path)}>{name}</a>
            </span>
          ))}
        </p>
      )}
    </>
  )
}

/** People and companies with their faces, cohorts and questions: an entry leads to its place. */
function Entries({ document, site }: MapProps & { readonly document: DocumentSummary }) {
  const { path, name, entries = [] } = document
  const folder = path === 'content/portfolio.yaml' ? 'logos' : 'portraits'
  const faceOf = ({ picture }: EntrySummary) => addressOf(folder, picture)
  return (
    <section className="stack gap-2" id={partOf[path]}>
      <h2>
        <a href={hrefOf(path)}>{name}</a> <span>{stateWords(document, site)}</span>
      </h2>
      <ul className={`stack gap-2 quiet ${styles.chips}`}>
        {entries.map((entry, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is its place
          <li key={at}>
            <a href={hrefOf(path, [at])}>
              {faceOf(entry) && <img src={faceOf(entry)} alt="" loading="lazy" width={40} height={40} />}
              <span>
                {entry.name}
                {entry.about !== '' && entry.about !== entry.name && <span className="below">{entry.about}</span>}
              </span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The name of a document that the site does not have any more, from its file. */
const removedName = (path: string): string => labelOf(path.replace(/^.*\/|\.\w+$/g, ''))

const firstShown = 12

function History({ site: { documents, publishes } }: MapProps) {
  const [isAll, setAll] = useState(false)
  const names = new Map(documents.map(({ path, name }) => [path, name]))
  const past = publishes.filter(({ revision }) => revision !== null)
  if (past.length === 0) return null
  return (
    <section className="stack gap-2" id="history">
      <h2>History</h2>
      <ul className="lined">
        {past.slice(0, isAll ? past.length : firstShown).map(({ id, at, by, note, documents: changed }) => (
          <li key={id}>
            <a href={`#version/${id}`}>{formatMoment(at)}</a>
            {` ${note === '' ? '' : `${note}: `}${firstNames(changed.map((path) => names.get(path) ?? removedName(path)))}, by ${by}`}
          </li>
        ))}
      </ul>
      {past.length > firstShown && !isAll && <Button onClick={() => setAll(true)}>{`Show all ${past.length}`}</Button>}
    </section>
  )
}
