import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { postFiles, yamlFiles as yaml } from '../src/content/files.ts'
import { isPlainPage } from '../src/content/load.ts'
import { loadPosts, postWarnings, readPost } from '../src/content/post.ts'
import { contentFaults } from '../src/server/editing/content-faults.ts'
import { postHtml } from '../src/site/sections/blog/post-html.ts'

// Mistakes that editors make, each with what the build reports before anything is served.

/** The pages that the site links, without those that are their file and nothing else. */
const routes = [...new Set(JSON.stringify(yaml['content/site.yaml']).match(/\/[a-z-]+(?=[#\\ "])/g))].filter((route) => {
  const file = `content/pages${route}.yaml`
  return yaml[file] === undefined || !isPlainPage(file)
})

/** The faults when one file has `to` in place of what `from` matches, on the line that the fault names by LINE. */
function faultsWith(file: string, from: string | RegExp, to: string): readonly string[] {
  const path = `content/${file}`
  const source = yaml[path] ?? postFiles[path] ?? ''
  const changed = source.replace(from, to)
  if (changed === source) throw new Error(`${path} does not hold ${from}`)
  const at = source.search(from instanceof RegExp ? from : new RegExp(from.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))
  const line = source.slice(0, at).split('\n').length
  const isPost = path in postFiles
  const faults = contentFaults({
    yaml: isPost ? yaml : { ...yaml, [path]: changed },
    posts: isPost ? { ...postFiles, [path]: changed } : postFiles,
    exists: (name) => !name.includes('missing'),
    routes: ['/', '/blog', ...routes],
  })
  return faults.map((fault) => fault.replace(`${path}, line ${line}:`, 'HERE:').replace(`${path}, line ${line + 1}:`, 'NEXT:'))
}

const post = 'posts/startup-idea-validation-30-days.md'

it('our content has no fault', () => {
  expect(contentFaults({ yaml, posts: postFiles, exists: () => true, routes: ['/', '/blog', ...routes] })).toEqual([])
})

it.each(['api', 'committee', 'opens'])('a page of its own at /%s, which is taken, would be seen by nobody', (name) => {
  const own = yaml['content/pages/about.yaml'] ?? ''
  const hidden = { ...yaml, [`content/pages/${name}.yaml`]: own.replace(/^(?:mission|sheet|values|next):[\s\S]*/m, '') }
  const faults = contentFaults({ yaml: hidden, posts: postFiles, exists: () => true, routes: ['/', '/blog', ...routes] })
  const expected = `content/pages/${name}.yaml: there is another page at /${name}. Begin this one under another title`
  expect(faults).toEqual([expected])
})

describe('a mistake in YAML is named with its line', () => {
  it.each([
    [
      'a colon in a text',
      'faq.yaml',
      'When should I apply?',
      'Apply: when?',
      /^HERE: a text that holds a colon and a space must be in quotes/,
    ],
    [
      'braces of no meaning in the notice',
      'pages/privacy.yaml',
      'An\n        introduction to',
      'An {applicantName}\n        introduction to',
      /line \d+: .*without braces, except \{person\} and \{processors\}/,
    ],
    ['a tab', 'faq.yaml', '  answer: >-', '\tanswer: >-', /^(HERE|NEXT): this line is indented with a tab; use spaces/],
    [
      'a pasted non-breaking space',
      'faq.yaml',
      '  answer: >-',
      '\u00a0 answer: >-',
      /^HERE: a non-breaking space, as pasted text has; type a plain one/,
    ],
    [
      'a text that begins with @',
      'faq.yaml',
      'When should I apply?',
      '@you when',
      /^HERE: a text that begins with a sign such as @/,
    ],
    [
      'a text that begins with *',
      'faq.yaml',
      'When should I apply?',
      '*When*',
      /^HERE: a text that begins with a sign such as \{, \*/,
    ],
    [
      'a text that begins with {',
      'faq.yaml',
      'When should I apply?',
      '{you} when',
      /HERE: a text that begins with a sign such as \{/,
    ],
    ['a quotation mark that is not closed', 'faq.yaml', 'When should I apply?', '"When', /^content\/faq\.yaml, line \d+: /],
    ['a key twice', 'team.yaml', /^ {2}role: /m, '  role: A\n  role: ', /: this key is used twice here/],
    ['a misspelt key', 'team.yaml', /^ {2}role: /m, '  rôle: ', /is not a valid key here/],
    ['a key that is missing', 'team.yaml', /^ {2}role: .*\n/m, '', /`\[0\]\.role` is missing/],
    [
      'a text cut by #',
      'faq.yaml',
      'When should I apply?',
      'We are #1 here',
      /^HERE: a text ends before #; put the whole text into quotes/,
    ],
    [
      'a file saved as Latin-1',
      'faq.yaml',
      'When should I apply?',
      'Caf\ufffd?',
      /^HERE: the file is not UTF-8, so that a character was lost\. .* save the file as UTF-8/,
    ],
    ['an empty file', 'faq.yaml', /[\s\S]*/, '', /^content\/faq\.yaml: the file should be a list, received nothing/],
    [
      'a postcode without quotes',
      'site.yaml',
      '"600004"',
      '600004',
      /^HERE: `address\.postcode` should be text, received 600004/,
    ],
    ['a promise of no form', 'pages/home.yaml', '{promises.Contact}', '{promises.contct}', /\{promises\.contct\} is not a form/],
  ])('%s', (_, file, from, to, message) => {
    expect(faultsWith(file, from, to)).toContainEqual(expect.stringMatching(message))
  })
})

describe('a mistake in people, companies and cohorts is named with its line', () => {
  it.each([
    [
      'a status that there is none of',
      'cohorts.yaml',
      /status: Closed$/m,
      'status: Full',
      /^HERE: `\[0\]\.status` should be one of "Closed", "Apply Now", "Coming Soon", received "Full"/,
    ],
    ['a day that no calendar has', 'cohorts.yaml', '2026-01-15', '2026-02-30', /^HERE: .* should be a day such as 2026-01-15/],
    ['a day in another order', 'cohorts.yaml', '2026-01-15', '15-01-2026', /^HERE: .* should be a day such as 2026-01-15/],
    [
      'an hour that there is none of',
      'cohorts.yaml',
      'status: Apply Now',
      'closesAt: "25:00"\n  status: Apply Now',
      /should be an hour such as 18:00/,
    ],
    [
      'a zone that there is none of',
      'cohorts.yaml',
      'status: Apply Now',
      'zone: India\n  status: Apply Now',
      /should be a time zone such as Europe\/Lisbon/,
    ],
    [
      'an opening after the deadline',
      'cohorts.yaml',
      '  status: Coming Soon',
      '  opensOn: 2026-02-16\n  status: Coming Soon',
      /^HERE: Cohort 7 opens on 2026-02-16, after it closes for applications on 2026-02-15/,
    ],
    [
      'a deadline after the start',
      'cohorts.yaml',
      'applicationDeadline: 2025-12-15',
      'applicationDeadline: 2026-02-01',
      /^HERE: Cohort 6 closes for applications on 2026-02-01, after it starts on 2026-01-15/,
    ],
    ['two cohorts of one name', 'cohorts.yaml', 'Cohort 7', 'Cohort 6', /^HERE: there are two cohorts of the name "Cohort 6"/],
    [
      'two mentors of one name',
      'mentors.yaml',
      'Imran Sheriff',
      'Lakshmi Thirumurthy',
      /^HERE: there are two mentors of the name "Lakshmi Thirumurthy"/,
    ],
    [
      'a picture that does not exist',
      'mentors.yaml',
      'imran-sheriff.svg',
      'missing.jpg',
      /^HERE: content\/portraits\/missing\.jpg does not exist\. Put the picture there, or correct its name/,
    ],
    [
      'a photograph of a page that does not exist',
      'pages/about.yaml',
      'mission:',
      'photo:\n  file: missing.jpg\n  alt: Our room\nmission:',
      /^NEXT: content\/pictures\/missing\.jpg does not exist\. Put the picture there, or correct its name/,
    ],
    [
      'a picture with capitals',
      'mentors.yaml',
      'imran-sheriff.svg',
      'Imran.JPG',
      /^HERE: .* should be a file name in small letters such as priya-ramesh\.jpg/,
    ],
    [
      'a logo that does not exist',
      'portfolio.yaml',
      'muraiyo.svg',
      'missing.png',
      /^HERE: content\/logos\/missing\.png does not exist/,
    ],
    [
      'an address without https',
      'portfolio.yaml',
      'https://muraiyo.example',
      'muraiyo.example',
      /^HERE: .* should be a complete address such as https:/,
    ],
    [
      'an address without its beginning',
      'mentors.yaml',
      /https:\/\/linkedin\.example\/in\/imran-sheriff/,
      'linkedin.example/in/imran',
      /^HERE: .* should be a complete address/,
    ],
    [
      'a company renamed under its story',
      'portfolio.yaml',
      'name: Kanakku Lens',
      'name: Kanakku',
      /^content\/programs\/accelerator\.yaml, line \d+: the story is about Kanakku Lens, which is not a company in portfolio\.yaml/,
    ],
    [
      'a company of another name for investors',
      'pages/investors.yaml',
      'companies: [Nalamtrace,',
      'companies: [Nalam,',
      /^HERE: Nalam is shown to investors, but is not a company in portfolio\.yaml/,
    ],
    [
      'a company of another name for service providers',
      'pages/service-provider.yaml',
      'company: Nalamtrace',
      'company: Nalam',
      /^HERE: Nalam is shown to service providers, but is not a company in portfolio\.yaml/,
    ],
    [
      'a mentor of another name in an area',
      'pages/mentors.yaml',
      'mentors: [Anita Pereira,',
      'mentors: [Anita Pereyra,',
      /^HERE: Anita Pereyra helps with an area, but is not a mentor in mentors\.yaml/,
    ],
    [
      'an e-mail address that is none',
      'team.yaml',
      /email: \S+/,
      'email: revathi at kolam',
      /^HERE: .* should be an e-mail address such as hello@kolam\.example/,
    ],
    [
      'a telephone changed in one place',
      'site.yaml',
      'display: +91 00000 00000',
      'display: +91 98400 12345',
      /^NEXT: `phone\.dial` is \+910000000000, another number than `phone\.display`, \+91 98400 12345/,
    ],
    [
      'a telephone with spaces',
      'site.yaml',
      '"+910000000000"',
      '"+91 00000 00000"',
      /^HERE: .* should be a plus sign and 8 to 15 digits/,
    ],
    [
      'a number to call in a text of the helplines, where it could differ from the button',
      'pages/the-last-call.yaml',
      'These numbers are public.',
      'Befrienders answer on 0722 178177.',
      /^HERE: `helplines\.text` should be words without a number to call, which stands in `helplines\.numbers`/,
    ],
    [
      'a helpline’s number of words',
      'pages/the-last-call.yaml',
      '"14416"',
      'Tele-MANAS',
      /^HERE: `helplines\.numbers\[1\]\.number` should be a number to call such as 112, in quotes/,
    ],
    [
      'a link to no page',
      'site.yaml',
      ': /mentors',
      ': /mentor',
      /^HERE: a link leads to \/mentor, and this page does not exist/,
    ],
    [
      'a link to another site in the navigation',
      'site.yaml',
      ': /mentors',
      ': https://other.example',
      /should be a page of this site such as \/apply/,
    ],
    [
      'a list that is too short',
      'mentors.yaml',
      /expertise: \[.*\]/,
      'expertise: []',
      /should be a list of at least 1 entry, received a list of 0/,
    ],
  ])('%s', (_, file, from, to, message) => {
    expect(faultsWith(file, from, to)).toContainEqual(expect.stringMatching(message))
  })
})

describe('a mistake in a post is named with its line', () => {
  it.each([
    [
      'another slug than the file’s',
      post,
      /^slug: .*$/m,
      'slug: validate',
      /`slug` is validate, so the post belongs in validate\.md: move it there/,
    ],
    ['an id that another post has', post, /^id: .*$/m, 'id: "1"', /`id` is 1, the same as in/],
    [
      'an excerpt that is too short',
      post,
      /^excerpt: .*$/m,
      'excerpt: Short.',
      /^HERE: `excerpt` should be at least 80 characters long/,
    ],
    [
      'a title that is too long',
      post,
      /^title: .*$/m,
      `title: ${'long '.repeat(30)}`,
      /^HERE: `title` should be at most 90 characters long/,
    ],
    ['a colon in the title', post, /^title: .*$/m, 'title: Ideas: thirty days', /^HERE: a text that holds a colon/],
    [
      'a head that is not closed',
      post,
      /\n---\n\n/,
      '\n\n',
      /a post should begin with its front matter between two lines of ---/,
    ],
    [
      'a picture that does not exist',
      post,
      /\n---\n\n/,
      '\n---\n\n![A table](missing.jpg)\n\n',
      /content\/pictures\/missing\.jpg does not exist/,
    ],
    [
      'a picture without words',
      post,
      /\n---\n\n/,
      '\n---\n\n![](table.jpg)\n\n',
      /the picture table\.jpg needs a description for people who do not see it/,
    ],
    [
      'a picture within a text',
      post,
      /\n---\n\n/,
      '\n---\n\nSee ![a](table.jpg) here.\n\n',
      /a picture within a paragraph: put it between two empty lines/,
    ],
    [
      'a link without https',
      post,
      /\n---\n\n/,
      '\n---\n\nSee [this](www.other.example).\n\n',
      /a link to "www\.other\.example": use a page of this site/,
    ],
    [
      'a link to no page',
      post,
      /\n---\n\n/,
      '\n---\n\nSee [this](/acelerator).\n\n',
      /a link leads to \/acelerator, and this page does not exist/,
    ],
    ['a bold word that is not closed', post, /\n---\n\n/, '\n---\n\nA **bold word.\n\n', /a \* or \*\* without a partner/],
    ['a table', post, /\n---\n\n/, '\n---\n\n| a | b |\n\n', /a table is not supported in posts/],
    ['HTML', post, /\n---\n\n/, '\n---\n\n<b>bold</b>\n\n', /HTML is not supported in posts/],
    ['a heading with one #', post, /\n---\n\n/, '\n---\n\n# Big\n\n', /a heading with one #/],
  ])('%s', (_, file, from, to, message) => {
    const [fault = ''] = faultsWith(file, from, to)
    expect(fault).toMatch(message)
    expect(fault).toMatch(/^(HERE|NEXT|content\/posts\/[\w-]+\.md(, line \d+)?):/)
  })
})

describe('a post as people write it', () => {
  const slugPath = (text: string) => `content/posts/${/^slug: (.*)$/m.exec(text)?.[1]}.md`
  const faultsOf = (name: string) => {
    const text = readFileSync(`tests/fixtures/posts/${name}.md`, 'utf8')
    const posts = { ...postFiles, [slugPath(text)]: text }
    const read = loadPosts(posts)
    return {
      faults: contentFaults({ yaml, posts, exists: () => true, routes: ['/', '/blog', ...routes] }),
      warnings: read.ok ? postWarnings(read.value, '2026-11-25') : [],
    }
  }
  const lost = 'the file is not UTF-8, so that a character was lost. Type it again, and save the file as UTF-8'
  const line =
    'a line break in a paragraph (two spaces or a \\ at the end of a line): begin a new paragraph; it is not supported in posts'

  it.each([
    ['case-latin1', [`content/posts/case-latin1.md, line 3: ${lost}`], []],
    [
      'case-hash-without-space',
      [
        'content/posts/case-hash-without-space.md, line 15: a heading without a space after its #: put one there; this is not supported in posts',
        `content/posts/case-hash-without-space.md, line 17: ${line}`,
        `content/posts/case-hash-without-space.md, line 18: ${line}`,
      ],
      [],
    ],
    ['case-emoji-title', [], []],
    [
      'case-future-date',
      [],
      ['content/posts/case-future-date.md: its `date`, 2027-12-31, is in the future, and it appears on that day'],
    ],
  ])('%s has its faults and warnings', (name, faults, warnings) => {
    expect(faultsOf(name)).toEqual({ faults, warnings })
  })

  const unsupported = (name: string, line = 13) => [line, `${name} is not supported in posts`] as const
  it.each([
    ['case-link-title', [unsupported('a title of a link, which readers would not see: put it into the text; it')]],
    ['case-title-hash', [[3, 'a text ends before #; put the whole text into quotes']]],
    ['case-title-tag', [[3, 'a text that begins with ! or & must be in quotes as a whole']]],
    ['case-control-signs', [[13, 'an invisible sign (U+000B), as copied text has; delete it, or type the words again']]],
    [
      'case-star-numbers',
      [unsupported('a * within words or numbers: write \\* for one that readers should see; emphasis there')],
    ],
    ['case-nbsp-heading', [unsupported('a heading with a fixed space after its #: type a plain one; this', 15)]],
    ['case-table-open', [unsupported('a table')]],
    ['case-footnote', [unsupported('a footnote'), unsupported('a footnote', 15)]],
    ['case-strike-tasks', [unsupported('struck-out text'), unsupported('a task', 15), unsupported('a task', 16)]],
  ] as const)('%s has its faults', (name, faults) => {
    expect(faultsOf(name)).toEqual({
      faults: faults.map(([line, message]) => `content/posts/${name.replace('case', 'case4')}.md, line ${line}: ${message}`),
      warnings: [],
    })
  })

  it.each([
    [
      'case-link-apostrophe',
      `<p>Looms are described in <a href="https://handbook.example.org/weaver's-guide">the weavers’ handbook</a>.</p>`,
    ],
    [
      'case-list-continued',
      '<ol><li>Count the looms.</li><li>Measure one day.</li></ol>\n<p>Wait for a week before you go on.</p>\n<ol start="3"><li>Count again.</li><li>Compare.</li></ol>',
    ],
  ])('%s is published as it is meant', (name, html) => {
    const read = readPost(`content/posts/${name}.md`, readFileSync(`tests/fixtures/posts/${name}.md`, 'utf8'))
    expect(read.ok && postHtml(read.value.body, '')).toBe(html)
  })
})

describe('a mistake in a letter is named with its line', () => {
  it.each([
    ['a colon', /^preview: .*$/m, 'preview: News: we go ahead', /^HERE: a text that holds a colon/],
    [
      'a placeholder that there is none of',
      /\{reference\}/,
      '{referense}',
      /uses \{referense\}, which this message does not have/,
    ],
    ['a misspelt block', '  - button: Choose a time', '  - buton: Choose a time', /^HERE: /],
    ['stars', 'Congratulations.', '**Congratulations.**', /^HERE: letters have no markup, and readers would see the stars/],
    ['a subject that is missing', /^subject: .*\n/m, '', /`subject` is missing/],
  ])('%s', (_, from, to, message) => {
    const [fault = ''] = faultsWith('mail/approval.yaml', from, to)
    expect(fault).toMatch(message)
    expect(fault).not.toMatch(/Invalid input/)
  })
})

describe('what is no mistake passes', () => {
  it.each([
    [
      'a mentor with a photograph and no profile',
      'mentors.yaml',
      /$/,
      '\n- name: Priya Ramesh\n  title: Founder, Nool\n  bio: Sews. Sells.\n  expertise: [Retail]\n  companies: [Nool]\n  image: priya-ramesh.jpg\n',
    ],
    [
      'a company of a new category and stage, without profiles',
      'portfolio.yaml',
      /$/,
      '\n- name: Nool\n  logo: nool.png\n  category: FoodTech\n  stage: Seed\n  description: Cooks.\n  website: https://nool.example\n',
    ],
    [
      'a cohort of next year',
      'cohorts.yaml',
      /$/,
      '\n- label: Cohort 8\n  startDate: 2027-05-15\n  applicationDeadline: 2027-04-15\n  status: Coming Soon\n',
    ],
    ['a text with a # inside a word and in quotes', 'faq.yaml', 'When should I apply?', '"We are #1 in C#, when?"'],
    [
      'a post with a picture, a quotation and a link to a source',
      post,
      /\n---\n\n/,
      '\n---\n\n> Said.\n\n![A table](table.jpg)\n\nSee [it](https://other.example/a).\n\n',
    ],
    ['a post with a byte order mark', post, /^---/, '\ufeff---'],
  ])('%s', (_, file, from, to) => {
    expect(faultsWith(file, from, to)).toEqual([])
  })
})
