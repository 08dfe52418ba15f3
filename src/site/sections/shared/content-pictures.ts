import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'

const drawings = import.meta.glob<string>('../../../../content/{portraits,logos,pictures}/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})

/** The folders of pictures, and the width in pixels of their photographs: twice the width at which they are shown. */
export const widths = { portraits: 640, logos: 256, pictures: 1216 } as const
export type Folder = keyof typeof widths

/** The file of a picture. */
export const pictureFile = (folder: Folder, name: string): string => path.resolve('content', folder, name)

/**
 * The URL of a picture: a drawing unchanged, a photograph as resized by the build (pages/pictures/[picture].webp.ts).
 * @throws Error with a sentence for the editor if there is no such file
 */
function pictureUrl(folder: Folder, name: string): string {
  if (!existsSync(pictureFile(folder, name)))
    throw new Error(`content/${folder}/${name} does not exist. Put the picture into content/${folder}, or correct its name.`)
  const drawing = Object.entries(drawings).find(([file]) => file.endsWith(`/${folder}/${name}`))?.[1]
  return drawing ?? `/pictures/${folder}-${name}.webp`
}

/** The URL of the portrait `name`. @throws Error when it does not exist */
export const portraitUrl = (name: string): string => pictureUrl('portraits', name)

/** The URL of the logo `name`. @throws Error when it does not exist */
export const logoUrl = (name: string): string => pictureUrl('logos', name)

/** The URL of the picture `name` of a post. @throws Error if it does not exist */
export const postPictureUrl = (name: string): string => pictureUrl('pictures', name)

/**
 * The portrait `name` for a picture that is the largest paint of a page: a drawing as a data URL, which needs no extra request.
 * @throws Error when it does not exist
 */
export function inlinePortrait(name: string): string {
  const address = portraitUrl(name)
  if (!name.endsWith('.svg')) return address
  const drawing = readFileSync(pictureFile('portraits', name), 'utf8')
  return `data:image/svg+xml,${drawing.trim().replace(/["%#<>]/g, encodeURIComponent)}`
}
