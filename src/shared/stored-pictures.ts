/** The folders of pictures: the width in pixels at which their photographs are served, twice that at which they are shown, and the least. */
export const pictureFolders = {
  portraits: { width: 640, least: 240 },
  logos: { width: 256, least: 96 },
  pictures: { width: 1216, least: 608 },
} as const

export type PictureFolder = keyof typeof pictureFolders

export const isPictureFolder = (name: string): name is PictureFolder => Object.hasOwn(pictureFolders, name)

/** The most bytes of a stored picture. The editor makes a picture smaller before it sends it. */
export const maxStoredBytes = 2 * 1024 * 1024

/** How a picture that was added at the desk is named: the beginning of its SHA-256, its size in pixels, its type. */
const nameOfStored = /^[0-9a-f]{32}-(\d{1,4})x(\d{1,4})\.(?:webp|jpg)$/

interface Size {
  readonly width: number
  readonly height: number
}

/** The name of a stored picture. @param hash its SHA-256 */
export const storedName = (hash: string, { width, height }: Size, type: 'webp' | 'jpg'): string =>
  `${hash.slice(0, 32)}-${width}x${height}.${type}`

/** The size of the stored picture with a name; undefined for the name of a file in content/. */
export function storedSize(name: string): Size | undefined {
  const [, width, height] = nameOfStored.exec(name) ?? []
  return width === undefined ? undefined : { width: Number(width), height: Number(height) }
}

/** The names of stored pictures in a text. */
export const storedNamesIn = (text: string): readonly string[] => [
  ...new Set(text.match(/[0-9a-f]{32}-\d{1,4}x\d{1,4}\.(?:webp|jpg)/g)),
]
