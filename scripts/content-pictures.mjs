import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { pictureFolders } from '../src/shared/stored-pictures.ts'

const id = 'virtual:content-pictures'

/** @throws Error with a sentence for the editor when a file is not a picture */
async function sizeOf(folder, name) {
  const { autoOrient } = await sharp(path.resolve('content', folder, name))
    .metadata()
    .catch(() => {
      throw new Error(`content/${folder}/${name} cannot be read as a picture. Save it again as JPEG, PNG or WebP.`)
    })
  const width = Math.min(pictureFolders[folder].width, autoOrient.width)
  return [`${folder}/${name}`, { width, height: Math.round((autoOrient.height * width) / autoOrient.width) }]
}

/** A Vite plugin: `virtual:content-pictures` has the sizes of the photographs of content/ as they are served, by folder and name. */
export const contentPictures = {
  name: 'content-pictures',
  /** While one develops, a picture that is added or removed is known at once. */
  configureServer(server) {
    server.watcher.on('all', (event, file) => {
      const [folder, name] = path.relative(path.resolve('content'), file).split(path.sep)
      if (event.endsWith('Dir') || name === undefined || !Object.hasOwn(pictureFolders, folder)) return
      for (const environment of Object.values(server.environments)) {
        const module = environment.moduleGraph.getModuleById(`\0${id}`)
        if (module !== undefined) void environment.reloadModule(module)
      }
    })
  },
  resolveId: (source) => (source === id ? `\0${id}` : undefined),
  async load(module) {
    if (module !== `\0${id}`) return undefined
    const files = Object.keys(pictureFolders).flatMap((folder) => {
      const directory = path.resolve('content', folder)
      const names = existsSync(directory) ? readdirSync(directory) : []
      return names.filter((name) => /\.(jpe?g|png|webp|avif)$/.test(name)).map((name) => sizeOf(folder, name))
    })
    return `export const sizes = ${JSON.stringify(Object.fromEntries(await Promise.all(files)))}`
  },
}
