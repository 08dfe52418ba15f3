import { fail, type Result } from '../shared/result.ts'
import { controlFault } from './control-signs.ts'
import type { Files } from './files.ts'
import { partsWithLinks } from './links-in-text.ts'
import { type Content, loadContent, plainPagesOf } from './load.ts'
import { type Inline, runsOf } from './markdown.ts'
import { movedPosts, type Post } from './post.ts'
import type { Cohort } from './schema/cohort.ts'
import type { Site } from './schema/site.ts'
import type { Faults } from './yaml.ts'

/** The position of a text, such as `content/team.yaml, line 7`: the first line with `words`, after the first line with `after`. */
function lineOf(files: Files, file: string, words: string, after = ''): string {
  const lines = (files[file] ?? '').split('\n')
  const start = lines.findIndex((line) => line.includes(after))
  const index = lines.findIndex((line, at) => at >= start && line.includes(words))
  return index === -1 ? file : `${file}, line ${index + 1}`
}

/** The values that occur in a list more than once, each once. */
const repeated = (values: readonly string[]): readonly string[] => [
  ...new Set(values.filter((value, at) => values.indexOf(value) !== at)),
]

/** The line of the second entry with a name. */
function lineOfSecond(files: Files, file: string, name: string): string {
  const lines = (files[file] ?? '').split('\n')
  const first = lines.findIndex((line) => line.includes(name))
  const second = lines.findIndex((line, at) => at > first && line.includes(name))
  return second === -1 ? file : `${file}, line ${second + 1}`
}

/** In a file that was saved in another encoding, this replaces every letter with an accent. */
const replacementCharacter = '\ufffd'

/** Faults for lost letters, signs that nobody sees, and stars in letters. */
export function textFaults(files: Files): Faults {
  return Object.entries(files).flatMap(([file, source]) =>
    source.split('\n').flatMap((line, at) => {
      const where = `${file}, line ${at + 1}`
      if (line.includes(replacementCharacter))
        return [`${where}: the file is not UTF-8, so that a character was lost. Type it again, and save the file as UTF-8`]
      const control = controlFault(line)
      if (control !== undefined) return [`${where}: ${control}`]
      if (file.startsWith('content/mail/') && /\*\*\S/.test(line))
        return [`${where}: letters have no markup, and readers would see the stars of **; leave them out`]
      if (file.startsWith('content/mail/') && partsWithLinks(line).some((part) => typeof part !== 'string'))
        return [`${where}: letters have no markup, and readers would see the brackets of a link; write its address`]
      return []
    }),
  )
}

/** Reads all YAML of content/ (`loadContent`). It also fails with a sentence for each contradiction between files. */
export function loadConsistent(files: Files): Result<Content, Faults> {
  const read = loadContent(files)
  const faults = [...(read.ok ? contradictions(read.value, files) : read.fault), ...textFaults(files)]
  return read.ok && faults.length === 0 ? read : fail(faults)
}

/** The contradictions between valid files, one sentence each. */
const contradictions = (content: Content, files: Files): Faults => [
  ...repeatedNames(
    files,
    'content/cohorts.yaml',
    'cohorts',
    content['cohorts.yaml'].map(({ label }) => label),
  ),
  ...repeatedNames(
    files,
    'content/team.yaml',
    'people',
    content['team.yaml'].map(({ name }) => name),
  ),
  ...repeatedNames(
    files,
    'content/mentors.yaml',
    'mentors',
    content['mentors.yaml'].map(({ name }) => name),
  ),
  ...repeatedNames(
    files,
    'content/portfolio.yaml',
    'companies',
    content['portfolio.yaml'].map(({ name }) => name),
  ),
  ...repeatedNames(
    files,
    'content/cohorts.yaml',
    'cohorts',
    content['cohorts.yaml'].map(({ label }) => label),
  ),
  ...content['cohorts.yaml'].flatMap((cohort) => cohortFaults(cohort, files)),
  ...phoneFaults(content['site.yaml'].phone, files),
  ...unknownCompanies(content, files),
  ...unknownMentors(content, files),
  ...lockFaults(content, files),
]

const repeatedNames = (files: Files, file: string, what: string, names: readonly string[]): Faults =>
  repeated(names).map((name) => `${lineOfSecond(files, file, name)}: there are two ${what} of the name ${JSON.stringify(name)}`)

/** The notice says that deleted applications stay under lock, since a version of its own. */
function lockFaults(
  { 'promises.yaml': { lockDeleted }, 'pages/privacy.yaml': { notice, sections } }: Content,
  files: Files,
): Faults {
  if (lockDeleted === 'off') return []
  const privacy = 'content/pages/privacy.yaml'
  const isSaid = sections.some(({ paragraphs }) => paragraphs.some((text) => text.includes('{deletion}')))
  const since = `\`lockDeleted\` of content/promises.yaml is ${lockDeleted}`
  return [
    ...(isSaid ? [] : [`${privacy}: ${since}, and no paragraph says it: put {deletion} in place of what deleting means`]),
    ...(notice.version < lockDeleted
      ? [`${lineOf(files, privacy, 'version:')}: ${since}, so the text is new: write that day or a later one`]
      : []),
  ]
}

/** A cohort opens before it closes for applications, and closes before it starts. */
function cohortFaults({ label, startDate, applicationDeadline, opensOn }: Cohort, files: Files): Faults {
  const line = (key: string): string => lineOf(files, 'content/cohorts.yaml', key, label)
  const closes = `closes for applications on ${applicationDeadline}`
  return [
    ...(opensOn !== undefined && opensOn > applicationDeadline
      ? [`${line('opensOn')}: ${label} opens on ${opensOn}, after it ${closes}`]
      : []),
    ...(applicationDeadline > startDate
      ? [`${line('applicationDeadline')}: ${label} ${closes}, after it starts on ${startDate}`]
      : []),
  ]
}

function phoneFaults({ display, dial }: Site['phone'], files: Files): Faults {
  if (display.replace(/\D/g, '') === dial.replace(/\D/g, '')) return []
  const line = lineOf(files, 'content/site.yaml', dial)
  return [`${line}: \`phone.dial\` is ${dial}, another number than \`phone.display\`, ${display}`]
}

/** The companies that pages name, but portfolio.yaml does not have. */
function unknownCompanies(content: Content, files: Files): Faults {
  const names = content['portfolio.yaml'].map(({ name }) => name)
  const unknown = (file: string, companies: readonly string[], sentence: (company: string) => string): Faults =>
    companies
      .filter((company) => !names.includes(company))
      .map((company) => `${lineOf(files, file, company)}: ${sentence(company)}`)
  const { brief, focus } = content['pages/investors.yaml']
  return [
    ...unknown(
      'content/programs/accelerator.yaml',
      content['programs/accelerator.yaml'].stories?.items.map(({ company }) => company) ?? [],
      (company) => `the story is about ${company}, which is not a company in portfolio.yaml`,
    ),
    ...unknown(
      'content/pages/investors.yaml',
      [...(brief === undefined ? [] : [brief.company]), ...focus.items.flatMap(({ companies }) => companies)],
      (company) => `${company} is shown to investors, but is not a company in portfolio.yaml`,
    ),
    ...unknown(
      'content/pages/service-provider.yaml',
      content['pages/service-provider.yaml'].categories.items.flatMap(({ company }) => company ?? []),
      (company) => `${company} is shown to service providers, but is not a company in portfolio.yaml`,
    ),
  ]
}

/** The mentors that an area names, but mentors.yaml does not have. */
function unknownMentors(content: Content, files: Files): Faults {
  const names = content['mentors.yaml'].map(({ name }) => name)
  const file = 'content/pages/mentors.yaml'
  return content['pages/mentors.yaml'].areas.items
    .flatMap(({ mentors }) => mentors)
    .filter((mentor) => !names.includes(mentor))
    .map((mentor) => `${lineOf(files, file, mentor)}: ${mentor} helps with an area, but is not a mentor in mentors.yaml`)
}

/** The pictures that content and posts use, each with the file that uses it. */
export const namedPictures = (
  content: Content,
  posts: readonly Post[],
): readonly { readonly file: string; readonly picture: string }[] => [
  ...content['team.yaml'].map(({ image }) => ({ file: 'content/team.yaml', picture: `content/portraits/${image}` })),
  ...content['mentors.yaml'].map(({ image }) => ({ file: 'content/mentors.yaml', picture: `content/portraits/${image}` })),
  ...content['portfolio.yaml'].flatMap(({ logo }) =>
    logo === undefined ? [] : [{ file: 'content/portfolio.yaml', picture: `content/logos/${logo}` }],
  ),
  ...Object.entries(content).flatMap(([name, document]) =>
    'photo' in document && document.photo !== undefined
      ? [{ file: `content/${name}`, picture: `content/pictures/${document.photo.file}` }]
      : [],
  ),
  ...posts.flatMap(({ slug, body }) =>
    body.flatMap((block) =>
      block.kind === 'picture' ? [{ file: `content/posts/${slug}.md`, picture: `content/pictures/${block.file}` }] : [],
    ),
  ),
]

/** The links in a run of text. */
const linksIn = (children: readonly Inline[]): readonly string[] =>
  children.flatMap((child) =>
    child.kind === 'text' ? [] : [...(child.kind === 'link' ? [child.to] : []), ...linksIn(child.children)],
  )

/** Where the links in a value of content lead. */
function linksInValue(value: unknown): readonly string[] {
  if (typeof value === 'string') return partsWithLinks(value).flatMap((part) => (typeof part === 'string' ? [] : [part.to]))
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) =>
    key === 'to' && typeof inner === 'string' ? [inner] : linksInValue(inner),
  )
}

/** What the server answers itself, by the first part of the path. */
const served = ['api', 'og', 'pictures', 'healthz', 'readyz', 'metrics', 'committee', 'opens']

/** Pages whose address the site has already: nobody would see them. */
export const hiddenPages = (content: Content, routes: readonly string[]): Faults =>
  Object.keys(plainPagesOf(content))
    .filter((name) => served.includes(name) || routes.some((route) => route.split('/')[1] === name))
    .map((name) => `content/pages/${name}.yaml: there is another page at /${name}. Begin this one under another title`)

/** The links in content and posts that lead to no page; `routes` are the paths of the pages that src/site/pages composes. */
export function deadLinks(content: Content, posts: readonly Post[], files: Files, routes: readonly string[]): Faults {
  const plain = Object.keys(plainPagesOf(content)).map((name) => `/${name}`)
  // Links to what is below a page that the site does not have, such as its posts, are not shown.
  const { without = [] } = content['site.yaml']
  const pages = [...routes, ...plain, ...posts.map(({ slug }) => `/blog/${slug}`), ...Object.keys(movedPosts(posts))]
  const linksOf = posts.flatMap(({ slug, body }) =>
    body.flatMap((block) => runsOf(block).flatMap(linksIn)).map((to) => ({ file: `content/posts/${slug}.md`, to })),
  )
  return [
    ...Object.entries(content).flatMap(([name, value]) => linksInValue(value).map((to) => ({ file: `content/${name}`, to }))),
    ...linksOf,
  ]
    .filter(({ to }) => to.startsWith('/'))
    .filter(({ to }) => !pages.includes(to.replace(/#.*$/, '') || '/') && !without.some((name) => to.startsWith(`/${name}/`)))
    .map(({ file, to }) => `${lineOf(files, file, to)}: a link leads to ${to}, and this page does not exist`)
}

/** The pictures that are used but do not exist. */
export function missingPictures(
  content: Content,
  posts: readonly Post[],
  files: Files,
  exists: (file: string) => boolean,
): Faults {
  return namedPictures(content, posts)
    .filter(({ picture }) => !exists(picture))
    .map(({ file, picture }) => {
      const name = picture.split('/').at(-1) ?? ''
      return `${lineOf(files, file, name)}: ${picture} does not exist. Put the picture there, or correct its name`
    })
}
