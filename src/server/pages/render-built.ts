// The build runs this program. It renders the pages of the build's content, for the time of the build, into the folder in the second argument, and draws their pictures into the third.
import { writePictures } from './pictures.ts'
import { startRenderer, writePages } from './renderer.ts'

const [entry = '', folder = '', drawings = '', at = ''] = process.argv.slice(2)
const renderer = startRenderer(entry)
try {
  const { pages, pictures } = await renderer.render({ at: new Date(at), drawn: [] })
  writePages(folder, pages)
  writePictures(drawings, pictures)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  renderer.end()
}
