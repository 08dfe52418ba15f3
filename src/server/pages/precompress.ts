// The build runs this program. It compresses the built files that contain no setting into the folder in the second argument.
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { precompress } from './compress.ts'
import { bytesOf, loadSite } from './load.ts'

const [site = '', folder = ''] = process.argv.slice(2)
const assets = loadSite(site, publicUrlPlaceholder)
const containsSetting = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(publicUrlPlaceholder)
await precompress(
  [...assets.values()].filter((asset) => !containsSetting(bytesOf(asset))),
  folder,
)
