import { cohortWarnings } from '../content/cohorts.ts'
import { postFiles, yamlFiles } from '../content/files.ts'
import { loadPosts, postWarnings } from '../content/post.ts'
import { builtPaths, contentFaults } from '../server/editing/content-faults.ts'
import { dayOf, setZone } from '../shared/dates.ts'

/** The build runs this program before it replaces the previous build. It reads content/ like the server, and exits with 1 and a line for each fault. */
const faults = contentFaults({ yaml: yamlFiles, posts: postFiles, ...builtPaths })
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1

// A day can pass without an edit.
if (faults.length === 0) {
  const now = new Date()
  const { cohorts, site } = await import('../content/core.ts')
  setZone(site.zone)
  const posts = loadPosts(postFiles)
  const early = posts.ok ? postWarnings(posts.value, dayOf(now)) : []
  for (const warning of [...cohortWarnings(cohorts, now), ...early]) console.warn(warning)
}
