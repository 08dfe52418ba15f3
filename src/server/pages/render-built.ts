// The build runs this program. It renders the pages of the build's content, for the time of the build, into the folder in the second argument.
import { startRenderer, writePages } from './renderer.ts'

const [entry = '', folder = '', at = ''] = process.argv.slice(2)
const renderer = startRenderer(entry)
try {
  writePages(folder, await renderer.render({ at: new Date(at) }))
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  renderer.end()
}
