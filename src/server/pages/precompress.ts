// The build runs this program. It compresses the built files that contain no setting into the folder in the second argument,
// and takes unchanged ones from the folder in the third, of the previous build.
import path from 'node:path'
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { precompress } from './compress.ts'
import { bytesOf, loadSite } from './load.ts'

const [build = '', folder = '', previous = ''] = process.argv.slice(2)
const assets = ['site', 'pages'].flatMap((part) => [...loadSite(path.join(build, part), publicUrlPlaceholder).values()])
const containsSetting = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(publicUrlPlaceholder)
await precompress(
  assets.filter((asset) => !containsSetting(bytesOf(asset))),
  folder,
  previous,
)
