import type { Files } from './files.ts'

/** An address that is reserved for examples, or a telephone number of zeros. */
const example = /\w\.example\b|(?:0[ -]?){5}/

/** The files that ship with invented people, companies and contact data. Their addresses show it. */
const byAddress = ['content/site.yaml', 'content/team.yaml', 'content/mentors.yaml', 'content/portfolio.yaml']

/** The files whose figures are placeholders until somebody confirms them. */
const byConfirmation = ['content/facts.yaml', 'content/stats.yaml', 'content/claims.yaml']

/** The paths of the files that still have what ships as an example. While there is one, the site is a demonstration. */
export const placeholderFiles = (files: Files): readonly string[] => [
  ...byAddress.filter((path) => example.test(files[path] ?? '')),
  ...(/^confirmed: true\b/m.test(files['content/facts.yaml'] ?? '') ? [] : byConfirmation),
]
