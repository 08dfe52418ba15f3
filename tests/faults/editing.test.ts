import { once } from 'node:events'
import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { copyProject, type Project, servingDuring } from '../support/project.ts'
import { type Running, startServer } from '../support/server.ts'

// Content that an editor adds, built while the site is served, and served after a restart.

let project: Project
let server: Running
/** What the build printed, the folders that it left, and how the site was served during it and until the restart. */
const built = { code: -1 as number | null, printed: '', folders: [''], statuses: [0] as readonly number[], pageBefore: '' }

/** A photograph from a telephone: rotated, and with EXIF data. */
const photograph = (): Promise<Buffer> =>
  sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#804020' } })
    .withExif({ IFD0: { Make: 'Camera', Copyright: 'Asha' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()

const post = `---
id: "demo-day"
title: What a demo day is for
excerpt: Two hours, eight companies and sixty people who could help them; what each of them should take home, and what none will.
date: 2026-10-01
category: Demo days
slug: demo-day
featured: false
author: Studio team
tags: [Demo day, Pitching]
---

It is for meeting people.

> Nobody invests in slides.
>
> They invest in the second conversation.

![Founders at a long table](long-table.jpg)

See [the study](https://study.example/demo?day=1) and [apply](/accelerator).
`

beforeAll(async () => {
  project = copyProject()
  const within = (name: string): string => path.join(project.folder, 'content', name)
  mkdirSync(within('pictures'), { recursive: true })
  writeFileSync(within('portraits/priya-ramesh.jpg'), await photograph())
  writeFileSync(within('pictures/long-table.jpg'), await photograph())
  writeFileSync(
    within('logos/nool.png'),
    await sharp(await photograph())
      .rotate()
      .png()
      .toBuffer(),
  )
  writeFileSync(within('posts/demo-day.md'), post)
  for (const name of ['pages/home', 'pages/about', 'pages/contact', 'programs/accelerator'])
    appendFileSync(within(`${name}.yaml`), 'photo:\n  file: long-table.jpg\n  alt: Founders at a long table\n')
  appendFileSync(
    within('mentors.yaml'),
    '- name: Priya Ramesh\n  title: Founder, Nool\n  bio: Sews. Sells.\n  expertise: [Retail]\n  companies: [Nool]\n  image: priya-ramesh.jpg\n',
  )
  appendFileSync(
    within('portfolio.yaml'),
    '- name: Nool\n  logo: nool.png\n  category: Food & "Farm"\n  stage: Seed\n  description: Cooks.\n  website: https://nool.example\n',
  )
  appendFileSync(
    within('cohorts.yaml'),
    '- label: Cohort 70\n  startDate: 2037-05-15\n  applicationDeadline: 2037-04-15\n  status: Coming Soon\n',
  )
  server = await startServer({ DATABASE_URL: '' }, path.join(project.folder, 'dist/server/main.js'))
  const { child, printed } = project.build()
  built.statuses = await servingDuring(server, once(child, 'close'))
  built.code = child.exitCode
  built.printed = printed()
  built.folders = readdirSync(project.folder).filter((name) => name.startsWith('dist'))
  built.pageBefore = await page('/accelerator')
  await server.stop()
  await server.start()
}, 300_000)
afterAll(async () => {
  await server?.remove()
  project.remove()
})

const page = async (route: string): Promise<string> => (await fetch(server.url + route)).text()

it('the build succeeds, and prints nothing of the new content', () => {
  expect([built.code, built.printed]).toEqual([0, expect.not.stringMatching(/demo-day|priya|nool/)])
})

it('the build replaces the served one without an interruption; a restart serves it', async () => {
  expect([built.statuses.length > 0, built.statuses.filter((status) => status !== 200)]).toEqual([true, []])
  expect(built.folders).toEqual(['dist'])
  expect(built.pageBefore).toContain('</html>')
  expect(built.pageBefore).not.toContain('Cohort 70')
  expect(await page('/accelerator')).toContain('Cohort 70')
})

it('a photograph is served upright, small, from our origin, without EXIF data', async () => {
  expect(await page('/mentors')).toContain('src="/pictures/portraits-priya-ramesh.jpg.webp"')
  for (const [address, width] of [
    ['/pictures/portraits-priya-ramesh.jpg.webp', 640],
    ['/pictures/pictures-long-table.jpg.webp', 1200],
    ['/pictures/logos-nool.png.webp', 256],
  ] as const) {
    const response = await fetch(server.url + address)
    const bytes = Buffer.from(await response.arrayBuffer())
    const about = await sharp(bytes).metadata()
    expect([response.status, response.headers.get('content-type'), about.width, about.exif]).toEqual([
      200,
      'image/webp',
      width,
      undefined,
    ])
    expect(about.height).toBeGreaterThan(about.width)
  }
})

it.each(['/', '/about', '/contact', '/accelerator'])('%s has the photograph that its content names', async (route) => {
  expect(await page(route)).toMatch(
    /<img class="[^"]+" src="\/pictures\/pictures-long-table\.jpg\.webp" alt="Founders at a long table" loading="lazy"[^>]* width="1200" height="1600"\/?>/,
  )
  expect(await (await fetch(`${server.url}/team`)).text()).not.toContain('long-table')
})

it('a post has its picture with text and size, its quotation, and complete links', async () => {
  const html = await page('/blog/demo-day')
  expect(html).toMatch(
    /<img src="\/pictures\/pictures-long-table\.jpg\.webp" alt="Founders at a long table" loading="lazy" decoding="async" width="1200" height="1600"\/?>/,
  )
  expect(html).toContain(
    '<blockquote class="note"><p>Nobody invests in slides.</p><p>They invest in the second conversation.</p></blockquote>',
  )
  expect(html).toContain('<a href="https://study.example/demo?day=1" rel="noopener">the study</a>')
  expect(html).toContain('<a href="/accelerator">apply</a>')
  // It has no headings to list.
  expect(html).not.toContain('On this page')
  expect(await page('/blog/feed.xml')).toContain('/pictures/pictures-long-table.jpg.webp&quot; alt=')
})

it('a company of a new category has a filter, and only the links that it gave', async () => {
  const html = await page('/portfolio')
  expect(html).toContain('Nool: website')
  expect(html).not.toMatch(/Nool on (LinkedIn|Instagram)/)
  expect(html).toContain('value="Food &amp; &quot;Farm&quot;"')
  expect(html).toContain(String.raw`[data-category="Food \26  \22 Farm\22 "]`)
})

it('a mentor without a profile has none, and a new cohort is shown', async () => {
  expect(await page('/mentors')).not.toMatch(/Priya Ramesh on /)
  expect(await page('/accelerator')).toContain('Cohort 70')
})
