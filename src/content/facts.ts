import { parse } from 'yaml'
import { inCurrency } from './amounts.ts'
import type { Files } from './files.ts'
import { type Facts, factsSchema } from './schema/facts.ts'
import { type Site, siteSchema } from './schema/site.ts'
import { readYaml } from './yaml.ts'

/** What texts can take by a placeholder. */
export interface Named {
  readonly facts: Facts
  readonly site: Site
  /** The texts of each by their path. */
  readonly texts: { readonly facts: Texts; readonly site: Texts }
}

const placeholder = /\{(facts|site|amount|sum)\.([^{}]*)\}/g

type Values = readonly (readonly [path: string, value: string])[]
type Texts = ReadonlyMap<string, string>

/** The texts in a value by their path, such as `accelerator.give`. */
const byPath = (value: object, before = ''): Values =>
  Object.entries(value).flatMap(([key, inner]) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? byPath(inner, `${before}${key}.`)
      : typeof inner === 'string'
        ? [[before + key, inner] as const]
        : [],
  )

/** The company with its number; our name while there is no company. */
export const companyText = ({ company, name }: Pick<Site, 'company' | 'name'>): string =>
  company === undefined ? name : [company.name, company.number].filter(Boolean).join(', ')

const siteTexts = (site: Site): Texts => new Map([...byPath(site), ['company', companyText(site)]])

const fill = (source: string, kind: string, texts: Texts): string =>
  source.replace(placeholder, (text, of: string, name: string) => (of === kind ? (texts.get(name) ?? text) : text))

/** site.yaml with its own values in its texts. */
export function fillSite(source: string): string {
  try {
    const raw: unknown = parse(source)
    return typeof raw === 'object' && raw !== null ? fill(source, 'site', siteTexts(raw as Site)) : source
  } catch {
    return source
  }
}

/** A text with the values of site.yaml and facts.yaml, as far as those can be read: both may have faults. */
export function fillReadable(source: string, files: Files): string {
  try {
    const site = parse(fillSite(files['content/site.yaml'] ?? ''))
    const facts = parse(files['content/facts.yaml'] ?? '')
    return fill(fill(source, 'facts', new Map(byPath(facts ?? {}))), 'site', siteTexts(site))
  } catch {
    return source
  }
}

/** Reads what other texts can take; undefined where site.yaml or facts.yaml has faults. */
export function readNamed(files: Files): Named | undefined {
  const site = readYaml('content/site.yaml', fillSite(files['content/site.yaml'] ?? ''), siteSchema)
  if (!site.ok) return undefined
  const facts = readYaml('content/facts.yaml', fillReadable(files['content/facts.yaml'] ?? '', files), factsSchema)
  if (!facts.ok) return undefined
  const texts = { facts: new Map(byPath(facts.value)), site: siteTexts(site.value) }
  return { facts: facts.value, site: site.value, texts }
}

/** Replaces each placeholder such as `{facts.accelerator.give}`, `{site.name}`, `{amount.$50K}`, and without "about" `{sum.$50K}`, in a text. Unknown ones stay. */
export function fillNamed(source: string, { facts, site, texts }: Named): string {
  if (!source.includes('{')) return source
  const filled = fill(fill(source, 'facts', texts.facts), 'site', texts.site)
  return filled.replace(placeholder, (text, kind: string, name: string) => {
    const amount = kind === 'amount' || kind === 'sum' ? inCurrency(name, facts.perDollar, site) : undefined
    return (kind === 'sum' ? amount?.replace(/^about /, '') : amount) ?? text
  })
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'")

/** A fault for each placeholder that means nothing, and for each fact that a file repeats in words, so that the two could differ one day. */
export function namedFaults(file: string, source: string, named: Named): readonly string[] {
  const unknown = source
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(placeholder)]
        .filter(([text]) => fillNamed(text, named) === text)
        .map(
          ([text]) =>
            `${file}, line ${at + 1}: ${text} is neither a value of content/facts.yaml or content/site.yaml nor an amount such as {amount.$50K}`,
        ),
    )
  if (file === 'content/facts.yaml') return unknown
  const text = words(source)
  const repeated = [...named.texts.facts]
    .filter(([, value]) => value.length > 20 && text.includes(words(value)))
    .map(([path, value]) => `${file} repeats a fact: write {facts.${path}} for ${JSON.stringify(value)}`)
  return [...unknown, ...repeated]
}
