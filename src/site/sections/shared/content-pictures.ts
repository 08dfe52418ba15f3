import path from 'node:path'
import { sizes } from 'virtual:content-pictures'
import { paths } from '../../../api/paths.ts'
import { fillPath } from '../../../api/route.ts'
import { site } from '../../../content/content.ts'
import { type PictureFolder as Folder, storedSize } from '../../../shared/stored-pictures.ts'

const drawings = import.meta.glob<string>('../../../../content/{portraits,logos,pictures}/*.svg', {
  query: '?url',
  import: 'default',
  eager: true,
})
const portraits = import.meta.glob<string>('../../../../content/portraits/*.svg', {
  query: '?raw',
  import: 'default',
  eager: true,
})

const named = (files: Record<string, string>, folder: Folder, name: string): string | undefined =>
  files[`../../../../content/${folder}/${name}`]

/** The file of a picture, for the build. */
export const pictureFile = (folder: Folder, name: string): string => path.resolve('content', folder, name)

/** The photographs of content/, such as `portraits/asha.jpg`. */
export const photographs = Object.keys(sizes)

/**
 * The URL of a picture: a drawing unchanged, a photograph as resized by the build (pages/pictures/[picture].webp.ts), or one that was added at the desk.
 * @throws Error with a sentence for the editor if there is no such file
 */
function urlOf(folder: Folder, name: string): string {
  const drawing = named(drawings, folder, name)
  if (drawing !== undefined) return drawing
  if (sizes[`${folder}/${name}`] !== undefined) return `/pictures/${folder}-${name}.webp`
  if (storedSize(name) === undefined)
    throw new Error(`content/${folder}/${name} does not exist. Put the picture into content/${folder}, or correct its name.`)
  return fillPath(paths.storedPicture, { name })
}

/** The URL of the portrait `name`. @throws Error when it does not exist */
export const portraitUrl = (name: string): string => urlOf('portraits', name)

/** The URL of the logo `name`. @throws Error when it does not exist */
export const logoUrl = (name: string): string => urlOf('logos', name)

/** The URL of our own mark; undefined while it is a drawing. */
export const ownMark = site.logo && logoUrl(site.logo)

/** The URL of the picture `name` of a post or a page. @throws Error if it does not exist */
export const pictureUrl = (name: string): string => urlOf('pictures', name)

/** The size of the photograph `name` of a post or a page, as it is served; undefined for a drawing. */
export const pictureSize = (name: string): { readonly width: number; readonly height: number } | undefined =>
  sizes[`pictures/${name}`] ?? storedSize(name)

/**
 * The portrait `name` for a picture that is the largest paint of a page: a drawing as a data URL, which needs no extra request.
 * @throws Error when it does not exist
 */
export function inlinePortrait(name: string): string {
  const drawing = named(portraits, 'portraits', name)
  return drawing === undefined
    ? portraitUrl(name)
    : `data:image/svg+xml,${drawing.trim().replace(/["%#<>]/g, encodeURIComponent)}`
}
