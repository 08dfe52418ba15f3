import type { APIRoute } from 'astro'
import sharp from 'sharp'
import { type PictureFolder, pictureFolders } from '../../../shared/stored-pictures.ts'
import { photographs, pictureFile } from '../../sections/shared/content-pictures.ts'

export const prerender = true

/** Every photograph of content/. Its URL contains the folder, the name and the extension. */
export const getStaticPaths = () =>
  photographs.map((photograph) => {
    const [folder, name] = photograph.split('/')
    return { params: { picture: `${folder}-${name}` }, props: { folder, name } }
  })

/** A photograph: upright, resized, and without metadata such as the location. */
export const GET: APIRoute<{ folder: PictureFolder; name: string }> = async ({ props: { folder, name } }) => {
  const picture = sharp(pictureFile(folder, name))
    .rotate()
    .resize({ width: pictureFolders[folder].width, withoutEnlargement: true })
  return new Response(new Uint8Array(await picture.webp({ quality: 78 }).toBuffer()), {
    headers: { 'Content-Type': 'image/webp' },
  })
}
