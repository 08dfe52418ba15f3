import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { postFiles, yamlFiles as yaml } from '../src/content/files.ts'
import { isPlainPage } from '../src/content/load.ts'
import { loadPosts, postWarnings } from '../src/content/post.ts'
import { contentFaults } from '../src/server/editing/content-faults.ts'

// Mistakes that editors make, each with what the build reports before anything is served. What is wrong in any YAML, text or letter, wherever it stands, is
// tested beside its reader (src/content, tests/mail/wording.test.ts).

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

describe('a mistake is named with its line', () => {
  it.each([
    [
      'braces of no meaning in the notice',
      'pages/privacy.yaml',
      'An\n        introduction to',
      'An {applicantName}\n        introduction to',
      /line \d+: .*without braces, except \{person\}, \{processors\} and \{deletion\}/,
    ],
    ['a quotation mark that is not closed', 'faq.yaml', 'When should I apply?', '"When', /^content\/faq\.yaml, line \d+: /],
    [
      'a file saved as Latin-1',
      'faq.yaml',
      'When should I apply?',
      'Caf\ufffd?',
      /^HERE: the file is not UTF-8, so that a character was lost\. .* save the file as UTF-8/,
    ],
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
      'a logo that does not exist',
      'portfolio.yaml',
      'muraiyo.svg',
      'missing.png',
      /^HERE: content\/logos\/missing\.png does not exist/,
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
      'a picture of a post that does not exist',
      post,
      /\n---\n\n/,
      '\n---\n\n![A table](missing.jpg)\n\n',
      /content\/pictures\/missing\.jpg does not exist/,
    ],
    [
      'a link of a post to no page',
      post,
      /\n---\n\n/,
      '\n---\n\nSee [this](/acelerator).\n\n',
      /a link leads to \/acelerator, and this page does not exist/,
    ],
    [
      'stars in a letter',
      'mail/approval.yaml',
      'Congratulations.',
      '**Congratulations.**',
      /^HERE: letters have no markup, and readers would see the stars/,
    ],
  ])('%s', (_, file, from, to, message) => {
    expect(faultsWith(file, from, to)).toContainEqual(expect.stringMatching(message))
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

  it.each([
    ['case-latin1', [`content/posts/case-latin1.md, line 3: ${lost}`], []],
    ['case-emoji-title', [], []],
    [
      'case-future-date',
      [],
      ['content/posts/case-future-date.md: its `date`, 2027-12-31, is in the future, and it appears on that day'],
    ],
  ])('%s has its faults and warnings', (name, faults, warnings) => {
    expect(faultsOf(name)).toEqual({ faults, warnings })
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
