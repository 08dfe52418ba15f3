import { existsSync, readdirSync } from 'node:fs'
import { postFiles, yamlFiles } from '../../content/files.ts'
import { contentFaults } from './content-faults.ts'

/** The paths of the site's pages. The build runs this program in the project's folder. */
const routes = readdirSync('src/site/pages', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.astro'))
  .map((file) => `/${file.replaceAll('\\', '/').replace(/\.astro$/, '')}`.replace(/\/(index|\[\.\.\.\w+\])$/, '') || '/')

/** The build runs this program before it replaces the previous build. It reads content/ like the server, and exits with 1 and a line for each fault. */
const faults = contentFaults({ yaml: yamlFiles, posts: postFiles, exists: existsSync, routes })
for (const fault of faults) console.error(fault)
process.exitCode = faults.length === 0 ? 0 : 1
