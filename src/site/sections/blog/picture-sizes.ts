import sharp from 'sharp'
import type { Block } from '../../../content/markdown.ts'
import { pictureFile, postPictureUrl, widths } from '../shared/content-pictures.ts'
import type { PictureSizes } from './Article.tsx'

/** The sizes of the pictures of a post, as they are served. @throws Error with a sentence for the editor if one does not exist or is not a picture */
export async function pictureSizes(blocks: readonly Block[]): Promise<PictureSizes> {
  const files = blocks.flatMap((block) => (block.kind === 'picture' ? [block.file] : []))
  const sizes = files.map(async (file) => {
    postPictureUrl(file)
    const { autoOrient } = await sharp(pictureFile('pictures', file))
      .metadata()
      .catch(() => {
        throw new Error(`content/pictures/${file} cannot be read as a picture. Save it again as JPEG, PNG or WebP.`)
      })
    const width = Math.min(widths.pictures, autoOrient.width)
    return [file, { width, height: Math.round((autoOrient.height * width) / autoOrient.width) }] as const
  })
  return Object.fromEntries(await Promise.all(sizes))
}
