import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { Rendered } from '../../shared/rendering.ts'

/** The list of a folder's pictures, beside it: their ETags by file. It is written last, so a folder that has one is complete. */
const listOf = (folder: string): string => `${folder}.json`

export const isDrawn = (folder: string): boolean => existsSync(listOf(folder))

/** The pictures in these folders: the path of each by its ETag. */
export function drawnIn(folders: readonly string[]): ReadonlyMap<string, string> {
  const entries = folders.filter(isDrawn).flatMap((folder) => {
    const list = JSON.parse(readFileSync(listOf(folder), 'utf8')) as Record<string, string>
    return Object.entries(list).map(([file, etag]) => [etag, path.join(folder, file)] as const)
  })
  return new Map(entries)
}

/** Writes pictures into a folder, as `loadSite` reads them. @param drawn the paths of those that the renderer has not drawn again */
export function writePictures(
  folder: string,
  pictures: Rendered['pictures'],
  drawn: ReadonlyMap<string, string> = new Map(),
): void {
  const made = `${folder}.${process.pid}`
  for (const [file, { etag, png }] of Object.entries(pictures)) {
    mkdirSync(path.dirname(path.join(made, file)), { recursive: true })
    if (png) writeFileSync(path.join(made, file), png)
    else copyFileSync(drawn.get(etag) ?? '', path.join(made, file))
  }
  rmSync(folder, { recursive: true, force: true })
  renameSync(made, folder)
  writeFileSync(
    listOf(folder),
    JSON.stringify(Object.fromEntries(Object.entries(pictures).map(([file, { etag }]) => [file, etag]))),
  )
}
