import { useState } from 'react'
import { isLetterName } from '../../../applications/outbox.ts'
import { formatDay, formNames, letterLabel } from '../../../dashboard/labels.ts'
import { Button } from '../../../dashboard/ui/Button.tsx'
import { formTypes } from '../../../shared/form-types.ts'
import type { DocumentSummary, SiteResponse } from '../api.ts'
import { hrefOf, stateWords } from './map-words.ts'
import { newTitles } from './queries.ts'
import styles from './site-map.module.css'

/** Posts by their day, and the beginning of a new one. */
export function Posts({ site, posts }: { readonly site: SiteResponse; readonly posts: readonly DocumentSummary[] }) {
  return (
    <section className="stack gap-2" id="posts">
      <h2>
        Posts <span>{posts.length}</span>
      </h2>
      <Begin kind="post" taken={posts.map(({ path }) => path)} />
      <div className="across">
        <table className={`figures ${styles.table}`}>
          <thead>
            <tr>
              <th scope="col">Title</th>
              <th scope="col">State</th>
              <th scope="col">Day</th>
            </tr>
          </thead>
          <tbody>
            {posts.map((document) => (
              <tr key={document.path}>
                <td>
                  <a href={hrefOf(document.path)}>{document.name}</a>
                  {document.post?.featured && <span className="soft"> · shown larger</span>}
                </td>
                <td>{stateWords(document, site) || 'Live'}</td>
                <td>{document.post?.date ? formatDay(document.post.date) : ''}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

interface BeginProps {
  readonly kind: 'post' | 'page'
  /** The paths of documents, and the addresses of pages, that exist. */
  readonly taken: readonly string[]
}

/** Opens a post or a page that does not exist yet: its address is made from its title. */
export function Begin({ kind, taken }: BeginProps) {
  const [title, setTitle] = useState('')
  const slug = title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[’']|\p{M}/gu, '')
    .match(/[a-z0-9]+/g)
    ?.join('-')
    .slice(0, 80)
  const name = (n: number): string => `${slug}${n === 1 ? '' : `-${n}`}`
  const path = (n: number): string => (kind === 'post' ? `content/posts/${name(n)}.md` : `content/pages/${name(n)}.yaml`)
  const begin = (): void => {
    if (slug === undefined) return
    let n = 1
    while (taken.includes(path(n)) || taken.includes(`/${name(n)}`)) n += 1
    newTitles.set(path(n), title.trim())
    location.hash = path(n)
  }
  return (
    <form
      className="fields"
      onSubmit={(event) => {
        event.preventDefault()
        begin()
      }}
    >
      <label className="field">
        <span>{`Title of a new ${kind}`}</span>
        <input value={title} maxLength={kind === 'post' ? 90 : 60} onChange={({ target }) => setTitle(target.value)} required />
      </label>
      <Button type="submit">{`New ${kind}`}</Button>
    </form>
  )
}

/** Letters by kind, and the forms that have words of their own. */
export function Letters({ site, letters }: { readonly site: SiteResponse; readonly letters: readonly DocumentSummary[] }) {
  const named = letters.map((document) => {
    const [, kind = '', form = ''] = /\/([\w-]+?)(?:\.(\w+))?\.yaml$/.exec(document.path) ?? []
    return { document, kind, form }
  })
  const forms = formTypes.filter((type) => named.some(({ form }) => form === type))
  return (
    <section className="stack gap-2" id="letters">
      <h2>
        Letters <span>{letters.length}</span>
      </h2>
      <div className="across">
        <table className={`figures ${styles.table}`}>
          <caption className="soft">A dot: the letter has words of its own for that form.</caption>
          <thead>
            <tr>
              <th scope="col">Letter</th>
              <th scope="col">State</th>
              {forms.map((form) => (
                <th key={form} scope="col" className={styles.form}>
                  {formNames[form]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {named
              .filter(({ form }) => form === '')
              .map(({ document, kind }) => (
                <tr key={kind}>
                  <td>
                    <a href={hrefOf(document.path)}>{isLetterName(kind) ? letterLabel(kind) : document.name}</a>
                  </td>
                  <td>{stateWords(document, site) || 'As delivered'}</td>
                  {forms.map((type) => {
                    const own = named.find((each) => each.kind === kind && each.form === type)?.document
                    return (
                      <td key={type} className={styles.form}>
                        {own && (
                          <a
                            href={hrefOf(own.path)}
                            aria-label={[own.name, stateWords(own, site)].join(' ').trim()}
                            title={own.name}
                          >
                            {own.state === 'draft' ? '◐' : '●'}
                          </a>
                        )}
                      </td>
                    )
                  })}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}
