import { createApp } from 'astro/app/entrypoint'
import { inColours } from '../shared/colours.ts'
import { hasPage, withoutMissing } from '../shared/existing-pages.ts'
import type { PrepareRequest, Rendered, RenderedPicture, RenderReply, RenderRequest } from '../shared/rendering.ts'
import { renderAt } from './now.ts'

const app = createApp()

/** The path of the file for a page. */
const fileOf = (path: string): string =>
  /\.\w+$/.test(path) ? path.slice(1) : path === '/' ? 'index.html' : `${path.slice(1)}/index.html`

/** Every path that has one page, and those of the pages that there are several of, as of the desk. */
async function allPaths(): Promise<readonly string[]> {
  const [{ severalPaths }, { deskPages }] = await Promise.all([import('./routes.ts'), import('../dashboard/pages.ts')])
  const single = app.manifest.routes.flatMap(({ routeData: { pathname, prerender, origin } }) =>
    pathname === undefined || prerender || origin === 'internal' ? [] : [pathname],
  )
  return [...single, ...severalPaths, ...deskPages.map(({ path }) => path)].filter(hasPage)
}

const isNotFound = (path: string): boolean => path.endsWith('/404') || path === '/blog/not-found'

const fetchPage = (path: string, headers?: HeadersInit): Promise<Response> =>
  app.render(new Request(`http://127.0.0.1${path}`, { headers }))

/** Every picture that the pages name. @param drawn the ETags of those that are there @param only the files to draw, by default all */
async function draw(drawn: readonly string[], only?: readonly string[]): Promise<Rendered['pictures']> {
  const [{ publicRoutes }, { icons, ogPath }] = await Promise.all([import('./routes.ts'), import('./pictures/svg.ts')])
  const pictures: Record<string, RenderedPicture> = {}
  for (const path of [...publicRoutes.map((route) => ogPath(route.path)), ...icons.map(({ file }) => `/${file}`)]) {
    if (only?.includes(fileOf(path)) === false) continue
    const response = await fetchPage(path, { 'If-None-Match': drawn.join(', ') })
    const etag = response.headers.get('ETag')
    if (etag === null) throw new Error(`${path} cannot be drawn`)
    pictures[fileOf(path)] = { etag, ...(response.status === 200 && { png: new Uint8Array(await response.arrayBuffer()) }) }
  }
  return pictures
}

async function render({ files, at, paths, drawn, only }: RenderRequest): Promise<Rendered> {
  globalThis.givenFiles ??= files
  globalThis.givenTime ??= at
  renderAt(at)
  const pages: Record<string, string> = {}
  const { speakAt } = await import('./languages.ts')
  for (const path of paths ?? (await allPaths())) {
    speakAt(path)
    const response = await fetchPage(path)
    if (response.status !== 404 || isNotFound(path)) pages[fileOf(path)] = inColours(withoutMissing(await response.text()))
  }
  return { pages, pictures: drawn ? await draw(drawn, only) : {} }
}

/** Reads the files, so that all of the program that reads is loaded, and quick, when a render comes. The content modules are not loaded: they hold one revision. */
async function prepare(files: PrepareRequest['prepare']): Promise<void> {
  const [{ loadConsistent }, { loadPosts }] = await Promise.all([
    import('../content/rules.ts'),
    import('../content/post.ts'),
    import('react-dom/server'),
  ])
  const ending = (end: string) => Object.fromEntries(Object.entries(files).filter(([path]) => path.endsWith(end)))
  loadConsistent(ending('.yaml'))
  loadPosts(ending('.md'))
}

/** The last render. One follows the other, because all pages of a render are for one time. */
let last: Promise<unknown> = Promise.resolve()

/** Ends in silence when the server that waited has been killed. */
const answer = (reply: RenderReply): unknown =>
  process.send?.(reply, undefined, undefined, (error) => {
    if (error !== null) process.exit()
  })

process.on('message', (request: PrepareRequest | (RenderRequest & Pick<RenderReply, 'id'>)) => {
  if ('prepare' in request) {
    prepare(request.prepare).catch((error: unknown) => console.error(`The renderer is not prepared: ${error}`))
    return
  }
  last = last
    .then(() => render(request))
    .then(
      (rendered) => answer({ id: request.id, ...rendered }),
      (error: unknown) => answer({ id: request.id, fault: String(error) }),
    )
})

// What a render leaves open must not let it outlive the server.
process.on('disconnect', () => process.exit())
