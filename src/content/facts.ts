import { rupeesOf } from './rupees.ts'
import type { Facts } from './schema/facts.ts'

const placeholder = /\{(facts|rupees)\.([^{}]*)\}/g

/** The facts by their path, such as `accelerator.give`. */
const byPath = (facts: object, before = ''): readonly (readonly [path: string, value: string])[] =>
  Object.entries(facts).flatMap(([key, value]) =>
    typeof value === 'object' && value !== null
      ? byPath(value, `${before}${key}.`)
      : typeof value === 'string'
        ? [[before + key, value] as const]
        : [],
  )

/** Replaces each placeholder such as `{facts.accelerator.give}` and `{rupees.$50K}` in a text. Unknown ones stay. */
export function fillFacts(source: string, facts: Facts): string {
  const values = new Map(byPath(facts))
  return source.replace(placeholder, (text, kind: string, name: string) =>
    kind === 'facts' ? (values.get(name) ?? text) : (rupeesOf(name, facts.rupeesPerDollar) ?? text),
  )
}

const words = (text: string): string => text.replaceAll(/\s+/g, ' ').replaceAll('’', "'")

/** A fault for each placeholder that means nothing, and for each fact that a file repeats in words, so that the two could differ one day. */
export function factFaults(file: string, source: string, facts: Facts): readonly string[] {
  if (file === 'content/facts.yaml') return []
  const unknown = source
    .split('\n')
    .flatMap((line, at) =>
      [...line.matchAll(placeholder)]
        .filter(([text]) => fillFacts(text, facts) === text)
        .map(
          ([text]) =>
            `${file}, line ${at + 1}: ${text} is neither a fact of content/facts.yaml nor an amount such as {rupees.$50K}`,
        ),
    )
  const text = words(source)
  const repeated = byPath(facts)
    .filter(([, value]) => value.length > 20 && text.includes(words(value)))
    .map(([path, value]) => `${file} repeats a fact: write {facts.${path}} for ${JSON.stringify(value)}`)
  return [...unknown, ...repeated]
}
