import { adoptSite } from './adopt.ts'
import { postFiles, yamlFiles } from './files.ts'
import { pagesOf, plainPagesOf } from './load.ts'
import { appearedPosts, loadPosts } from './post.ts'
import { coreIn } from './read-core.ts'
import { loadConsistent } from './rules.ts'

const read = loadConsistent(yamlFiles)
if (!read.ok) throw new Error(`The content cannot be used:\n${read.fault.map((fault) => `  ${fault}`).join('\n')}`)
/** All of it, by file. */
export const files = read.value

/** The content that the server also reads. */
export const { cohorts, facts, formEdits, languages, notice, privacyPerson, promises, rubrics, site } = coreIn(files, yamlFiles)

adoptSite(site)

/** The four programmes. */
export const programs = {
  startupStudio: files['programs/startup-studio.yaml'],
  accelerator: files['programs/accelerator.yaml'],
  fundRaise: files['programs/fund-raise.yaml'],
  accelerationAsService: files['programs/acceleration-as-service.yaml'],
}

/** The rows of large figures, by page. */
export const stats = files['stats.yaml']

/** Our claims in figures, by key. */
export const claims = files['claims.yaml']

/** The companies of the portfolio. */
export const portfolio = files['portfolio.yaml']

/** The people of our team. */
export const team = files['team.yaml']

/** The mentors. */
export const mentors = files['mentors.yaml']

/** The frequently asked questions of founders, with answers. */
export const faq = files['faq.yaml']

/** The texts of the other pages that src/site/pages composes, by the name of their file. */
export const pages = pagesOf(files)

/** The pages that are their texts and nothing else, by the name of their file. */
export const plainPages = plainPagesOf(files)

const readPosts = loadPosts(postFiles)
if (!readPosts.ok) throw new Error(`The posts cannot be used:\n${readPosts.fault.map((fault) => `  ${fault}`).join('\n')}`)

const { givenTime } = globalThis
/** The posts that have appeared by the time of the render, newest first; without one, in development, all. */
export const posts = givenTime === undefined ? readPosts.value : appearedPosts(readPosts.value, givenTime)
