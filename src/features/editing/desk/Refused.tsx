import { labelOf } from '../../../api/site-content.ts'
import type { SiteResponse } from '../api.ts'
import { hrefOf } from './map-words.ts'

/** What an earlier version published and this one refuses, with its place and what visitors see instead. */
export const Refused = ({ site: { documents, refused } }: { readonly site: SiteResponse }) =>
  refused.length === 0 ? null : (
    <section className="stack gap-2">
      <h2>Published by an earlier version, and to be corrected</h2>
      <ul className="lined">
        {refused.map(({ path, sentence, isPlain }) => (
          <li key={sentence}>
            <a href={hrefOf(path)}>{documents.find((document) => document.path === path)?.name ?? labelOf(path)}</a>
            <span className="below">
              {`${sentence}. Visitors see it ${isPlain ? 'without its markup' : 'as it ships with Kolam'} until it is published anew.`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
