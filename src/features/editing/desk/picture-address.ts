import { fillPath } from '../../../api/route.ts'
import { type PictureFolder, storedSize } from '../../../shared/stored-pictures.ts'
import { siteRoutes } from '../api.ts'

/** The drawings of the build, which pages name too. */
const drawings = import.meta.glob<string>('../../../content/{portraits,logos,pictures}/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The address of a picture for the desk; undefined when there is none of this name. */
export function addressOf(folder: PictureFolder, name: string): string | undefined {
  if (storedSize(name) !== undefined) return fillPath(siteRoutes.sitePicture.path, { name })
  return (
    drawings[`../../../content/${folder}/${name}`] ??
    (/\.(jpe?g|png|webp|avif)$/.test(name) ? `/pictures/${folder}-${name}.webp` : undefined)
  )
}
