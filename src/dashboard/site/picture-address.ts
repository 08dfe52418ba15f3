import { paths } from '../../api/paths.ts'
import { fillPath } from '../../api/route.ts'
import { type PictureFolder, storedSize } from '../../shared/stored-pictures.ts'

/** The address of a picture for the desk; undefined for a drawing of the build, whose address only pages know. */
export function addressOf(folder: PictureFolder, name: string): string | undefined {
  if (storedSize(name) !== undefined) return fillPath(paths.sitePicture, { name })
  return /\.(jpe?g|png|webp|avif)$/.test(name) ? `/pictures/${folder}-${name}.webp` : undefined
}
