import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'
import type { APIRoute } from 'astro'
import sharp from 'sharp'
import { type Folder, pictureFile, widths } from '../../sections/shared/content-pictures.ts'

/** Every photograph of content/. Its URL contains the folder, the name and the extension. */
export const getStaticPaths = () =>
  (Object.keys(widths) as Folder[]).flatMap((folder) => {
    const directory = path.resolve('content', folder)
    const names = existsSync(directory) ? readdirSync(directory).filter((name) => /\.(jpe?g|png|webp|avif)$/.test(name)) : []
    return names.map((name) => ({ params: { picture: `${folder}-${name}` }, props: { folder, name } }))
  })

/** A photograph: upright, resized, and without metadata such as the location. */
export const GET: APIRoute<{ folder: Folder; name: string }> = async ({ props: { folder, name } }) => {
  const picture = sharp(pictureFile(folder, name)).rotate().resize({ width: widths[folder], withoutEnlargement: true })
  return new Response(new Uint8Array(await picture.webp({ quality: 78 }).toBuffer()), {
    headers: { 'Content-Type': 'image/webp' },
  })
}
