import { type Content, pagesOf, plainPagesOf } from '../content/load.ts'
import type { Item } from '../content/schema/values.ts'

/** What the page of a form shows in another language: its first words, its facts, and the form. */
interface FormPageTexts {
  readonly meta: { readonly title: string; readonly description: string }
  readonly hero: { readonly title: string; readonly text: string; readonly action?: string | undefined }
  readonly facts?: readonly Item[] | undefined
  readonly form: { readonly title: string; readonly text: string }
}

/** The texts of the page at the path of each form. */
export function formPages(content: Content): Readonly<Record<string, FormPageTexts>> {
  const pages = pagesOf(content)
  const programs = (['accelerator', 'startup-studio', 'fund-raise', 'acceleration-as-service'] as const).map((name) => {
    const program = content[`programs/${name}.yaml`]
    return [program.applicationLink, program] as const
  })
  const plain = Object.entries(plainPagesOf(content)).flatMap(([name, page]) =>
    page.form === undefined ? [] : [[`/${name}`, { ...page, form: page.form }] as const],
  )
  const own = (['contact', 'investors', 'service-provider', 'become-early-customer', 'work-for-startups'] as const).map(
    (name) => [`/${name}`, pages[name]] as const,
  )
  return Object.fromEntries<FormPageTexts>([...programs, ...own, ...plain])
}

/** The texts of `value`, without addresses and other words that nobody reads. */
const textsIn = (value: unknown, key = ''): readonly string[] => {
  if (['to', 'file', 'version'].includes(key)) return []
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => textsIn(inner, name))
}

/** The English texts of the pages in another language: of every page, and of each page by its path. */
export function pageTexts(content: Content): {
  readonly every: readonly string[]
  readonly pages: Readonly<Record<string, readonly string[]>>
} {
  const { apply, terms, privacy } = pagesOf(content)
  const { tagline } = content['site.yaml']
  const forms = Object.entries(formPages(content)).map(([path, { meta, hero, facts, form }]) => [
    path,
    [
      meta.title,
      meta.description,
      hero.title,
      hero.text,
      ...(hero.action === undefined ? [] : [hero.action]),
      ...textsIn(facts),
      form.title,
      form.text,
    ],
  ])
  const { meta, hero, process } = apply
  const programs = (['accelerator', 'startup-studio', 'fund-raise'] as const).map((name) => content[`programs/${name}.yaml`])
  return {
    every: [tagline, privacy.notice.text],
    pages: {
      ...Object.fromEntries(forms),
      '/apply': textsIn([
        meta,
        hero,
        apply.doors.map(({ question, action: { label } }) => [question, label]),
        process,
        apply.anyDay,
        programs.map(({ title, duration, description, features, eligibility }) => [
          title,
          duration,
          description,
          features,
          eligibility,
        ]),
      ]),
      '/terms': textsIn(terms),
      '/privacy': textsIn([privacy.meta, privacy.hero, privacy.facts, privacy.sections, privacy.person.role]),
    },
  }
}
