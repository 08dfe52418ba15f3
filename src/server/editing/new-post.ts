import type { Files } from '../../content/files.ts'
import { documentOf, isPost } from './documents.ts'
import { readValue } from './values.ts'

/** What a new page begins with: room for its title, its first sentences and one section. */
export const newPage: Readonly<Record<string, unknown>> = {
  meta: { title: '', description: '' },
  hero: { title: '', text: '' },
  sections: [{ title: '', items: [{ title: '', text: '' }] }],
}

/** What a new post begins with: the author, category and tags that most posts have, and today as its day. */
export function newPost(live: Files, path: string, today: string): Readonly<Record<string, unknown>> {
  const slug = path.replace(/^.*\/|\.md$/g, '')
  const heads = Object.keys(live)
    .filter(isPost)
    .flatMap((each) => {
      const document = documentOf(each, live[each] ?? '')
      const read = document && readValue(each, live[each] ?? '', document.schema)
      return read?.ok
        ? [read.value as { readonly author: string; readonly category: string; readonly tags: readonly string[] }]
        : []
    })
  const most = (words: readonly string[]): readonly string[] =>
    [...Map.groupBy(words, (word) => word)].toSorted((a, b) => b[1].length - a[1].length).map(([word]) => word)
  const [category = ''] = most(heads.map((head) => head.category))
  const tags = most(heads.filter((head) => head.category === category).flatMap((head) => head.tags)).slice(0, 2)
  const [author = ''] = most(heads.map((head) => head.author))
  return { ...{ id: slug, title: '', excerpt: '', date: today, category, slug }, ...{ featured: false, author, tags, body: '' } }
}
