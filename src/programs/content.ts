import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'
import { fieldLabel } from '../api/site-content.ts'
import { adoptSite } from '../content/adopt.ts'
import { fillSite } from '../content/facts.ts'
import type { Files } from '../content/files.ts'
import { loadPosts } from '../content/post.ts'
import { loadConsistent, namedPictures } from '../content/rules.ts'
import { siteSchema } from '../content/schema/site.ts'
import { ConfigFault, processEnvironment, programCommand, readConfig } from '../server/config.ts'
import { builtPaths } from '../server/editing/content-faults.ts'
import { compare, readDesk, waitingSentence } from '../server/editing/editor.ts'
import { readPicture } from '../server/editing/picture.ts'
import type { Storage } from '../server/storage/port.ts'
import { isPictureFolder, pictureFolders, storedSize } from '../shared/stored-pictures.ts'
import { openBeside } from './open-beside.ts'
import { proxyPages } from './proxy-pages.ts'
import { setPublishedZone } from './published-zone.ts'
import { countText, keepWaiting, runProgram } from './terminal.ts'

const usage = `Usage: ${programCommand('content', 'export FOLDER')}, ${programCommand('content', 'import FOLDER')} [${keepWaiting}], or ${programCommand('content', 'proxy FILE')}`

/** Writes the published texts as files, like those of content/. */
async function exportTo(folder: string, edits: Storage['edits']): Promise<void> {
  const { live } = await readDesk(edits)
  for (const [name, text] of Object.entries(live)) {
    const file = path.join(folder, name.replace(/^content\//, ''))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const pictures = await storedPictures(live, edits)
  for (const [name, bytes] of pictures) {
    const file = path.join(folder, name.replace(/^content\//, ''))
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
  console.log(`${countText(Object.keys(live).length + pictures.size, 'file')} written to ${folder}`)
}

/** The stored pictures that texts name, by their path in content/. */
async function storedPictures(live: Files, edits: Storage['edits']): Promise<ReadonlyMap<string, Uint8Array>> {
  const { posts = [], yaml = [] } = Object.groupBy(Object.entries(live), ([name]) => (name.endsWith('.md') ? 'posts' : 'yaml'))
  const [content, read] = [loadConsistent(Object.fromEntries(yaml)), loadPosts(Object.fromEntries(posts))]
  const named = content.ok && read.ok ? namedPictures(content.value, read.value).map(({ picture }) => picture) : []
  const stored = new Map<string, Uint8Array>()
  for (const picture of new Set(named)) {
    const bytes = await edits.pictures.get(path.posix.basename(picture))
    if (bytes !== undefined) stored.set(picture, bytes)
  }
  return stored
}

/** Stores the pictures of a folder that came from a desk. Others are checked and made smaller there, in a browser. */
async function importPictures(folder: string, edits: Storage['edits'], now: Date): Promise<void> {
  for (const kind of Object.keys(pictureFolders).filter(isPictureFolder)) {
    const directory = path.join(folder, kind)
    for (const name of existsSync(directory) ? readdirSync(directory).toSorted() : []) {
      if (builtPaths.exists(`content/${kind}/${name}`) || !/\.(jpe?g|png|webp|avif|svg)$/.test(name)) continue
      const bytes = readFileSync(path.join(directory, name))
      const read = readPicture(bytes, kind)
      if (storedSize(name) === undefined) console.log(`${kind}/${name} is not imported. Add it at /app/site, which prepares it.`)
      else if (!read.ok || read.value !== name) throw new ConfigFault(`${kind}/${name} is not the picture that its name says.`)
      else if ((await edits.pictures.add(name, bytes, now)) === 'full') throw new ConfigFault('There are too many pictures.')
    }
  }
}

/** The texts of a folder by their path in content/. */
const textsIn = (folder: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.(yaml|md)$/.test(file) && file !== 'README.md')
      .toSorted()
      .map((file) => [`content/${file.split(path.sep).join('/')}`, readFileSync(path.join(folder, file), 'utf8')]),
  )

const shown = (value: unknown): string => {
  const text = value === undefined ? 'nothing' : typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > 80 ? `${text.slice(0, 77)}...` : text
}

/**
 * Saves the texts of a folder that differ from the published ones as drafts, and prints what differs.
 * @throws ConfigFault where a draft exists, or a text waits for its time, unless `keeps`
 */
async function importFrom(folder: string, edits: Storage['edits'], now: Date, keeps: boolean): Promise<void> {
  const desk = await readDesk(edits)
  const changed = Object.entries(textsIn(folder)).flatMap(([name, text]) => {
    const compared = compare(name, desk.live[name] ?? '', text)
    return compared === undefined ? [] : [{ ...compared, text }]
  })
  const occupied = changed.find(({ path: name, text }) => (desk.drafts.get(name)?.text ?? text) !== text)
  if (occupied !== undefined)
    throw new ConfigFault(`${occupied.path} has another draft. Publish or discard it at the desk first. Nothing was imported.`)
  const waiting = waitingSentence(
    desk,
    changed.map(({ path: name }) => name),
  )
  if (waiting !== undefined && !keeps)
    throw new ConfigFault(
      `${waiting} It would replace what is imported: cancel it at the desk, or add ${keepWaiting}. Nothing was imported.`,
    )
  await importPictures(folder, edits, now)
  const drafts = changed.map(({ path: name, text }) => ({ path: name, text, revision: desk.drafts.get(name)?.revision ?? 0 }))
  const stale = await edits.saveDrafts(drafts, now)
  if (stale !== undefined)
    throw new ConfigFault(`${stale} was changed at the desk meanwhile. Nothing was imported. Run this again.`)
  for (const { path: name, fields } of changed)
    for (const { field, before, after } of fields)
      console.log(`${name}, ${fieldLabel(field) || 'the text'}: ${shown(before)} -> ${shown(after)}`)
  console.log(`${countText(changed.length, 'draft')} saved. Publish at /app/site.`)
}

/** Prints the configuration of a proxy with its own pages as those of the published site. */
async function printProxy(file: string, edits: Storage['edits']): Promise<void> {
  const site = siteSchema.parse(parse(fillSite((await readDesk(edits)).live['content/site.yaml'] ?? '')))
  adoptSite(site)
  const pages = proxyPages(readFileSync(file, 'utf8'), site)
  if (pages === undefined)
    throw new ConfigFault(`${file} has no pages: give the file of integrations/nginx or integrations/caddy`)
  process.stdout.write(pages)
}

/**
 * `npm run content -- export FOLDER` writes what is published as files; `import FOLDER` reads files as drafts; `proxy FILE` prints a configuration of
 * integrations. All work while the server runs.
 */
async function main(): Promise<void> {
  const [act, folder, ...extra] = process.argv.slice(2)
  const keeps = act === 'import' && extra[0] === keepWaiting && extra.shift() !== undefined
  if ((act !== 'export' && act !== 'import' && act !== 'proxy') || folder === undefined || extra.length > 0)
    throw new ConfigFault(usage)
  const config = readConfig(processEnvironment())
  const storage = await openBeside(config, { poolSize: 1 })
  try {
    await setPublishedZone(storage.edits)
    if (act === 'export') await exportTo(folder, storage.edits)
    else if (act === 'proxy') await printProxy(folder, storage.edits)
    else await importFrom(folder, storage.edits, new Date(), keeps)
  } finally {
    await storage.close()
  }
}

runProgram(main)
