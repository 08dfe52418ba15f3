// Run by the build: compresses the built files whose bytes no setting changes, into the folder named by the second argument.
import { publicUrlPlaceholder } from '../../shared/built-pages.ts'
import { precompress } from './compress.ts'
import { loadSite } from './load.ts'

const [site = '', folder = ''] = process.argv.slice(2)
const assets = loadSite(site, publicUrlPlaceholder)
const holdsSetting = (bytes: Uint8Array): boolean => Buffer.from(bytes).includes(publicUrlPlaceholder)
await precompress(
  [...assets.values()].filter(({ bytes }) => !holdsSetting(bytes)),
  folder,
)
