import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { posts } from '../../src/content/content.ts'
import { postGround } from '../../src/site/kolams.ts'
import { rows } from '../support/rows.ts'
import { accelerator, axeFaults, input, nextPaint, openForm, startSite } from './drive.ts'
import { texts } from './site-texts.ts'

const { visit } = startSite()
const routes = Object.keys(texts)
const otherRoutes = [
  '/no-such-page',
  '/blog/no-such-post',
  '/contact/submitted',
  '/app',
  '/my',
  '/my/card',
  '/my/offer',
  '/opens',
  '/committee',
]

/** Adjacent texts without a gap: two letters or digits with only borders of inline elements between them. */
const runTogether = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const inline = new Set(['A', 'ABBR', 'B', 'BDI', 'CODE', 'EM', 'I', 'SMALL', 'SPAN', 'STRONG', 'SUB', 'SUP', 'TIME'])
    const hits: string[] = []
    let last = ''
    const read = (node: Node): void => {
      if (node instanceof Text) {
        if (/[\p{L}\p{N}]$/u.test(last) && /^[\p{L}\p{N}]/u.test(node.data))
          hits.push(`${last.slice(-20)}|${node.data.slice(0, 20)}`)
        if (node.data !== '') last = node.data
        return
      }
      if (!(node instanceof Element) || node.matches('script, style, template, noscript, [aria-hidden=true], [hidden]')) return
      const parts = !inline.has(node.tagName)
      if (parts) last = ''
      for (const child of node.childNodes) read(child)
      if (parts) last = ''
    }
    read(document.body)
    return hits
  })

/** What each page shows to someone with a narrow screen or large text. One visit tests all: the order keeps the viewport where it is. */
const readings = [
  { width: 320, percent: 100, words: true },
  // Some long words are cut there, but no page moves sideways by more than a rounded pixel.
  { width: 320, percent: 200, words: false },
  { width: 360, percent: 200, words: true },
  { width: 1280, percent: 200, words: true },
]

test('no page joins two labels, scrolls sideways or cuts text off, also at 200 %', async () => {
  const { page } = await visit({ viewport: { width: 320, height: 800 } })
  const posts = [...(await (await page.request.get('/sitemap.xml')).text()).matchAll(/<loc>[^<]*(\/blog\/[^<]+)/g)].map(
    ([, post]) => post as string,
  )
  expect(posts).toHaveLength(17)
  // Posts have one layout, and one of them is in the list.
  const wrong: string[] = []
  for (const route of [...new Set([...routes, ...otherRoutes, ...rows(posts, [])])]) {
    await page.goto(route)
    wrong.push(...(await runTogether(page)).map((words) => `${route}: ${words}`))
    await page.evaluate(() => document.fonts.ready)
    for (const { width, percent, words } of readings) {
      await page.setViewportSize({ width, height: 800 })
      const hits = await page.evaluate(
        ([size, reads]) => {
          const sheet = new CSSStyleSheet()
          sheet.replaceSync(`html { font-size: ${size}% !important }`)
          document.adoptedStyleSheets = [sheet]
          const right = document.documentElement.clientWidth
          const by = document.documentElement.scrollWidth - right
          const hits = by > (reads ? 0 : 1) ? [`moves by ${by}`] : []
          if (!reads) return hits
          const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
          for (let node = texts.nextNode(); node; node = texts.nextNode()) {
            const parent = node.parentElement
            if (
              !parent?.checkVisibility() ||
              parent.closest('[aria-hidden=true], svg') ||
              // Text for screen readers is hidden on purpose.
              getComputedStyle(parent).clipPath !== 'none' ||
              !node.textContent?.trim()
            )
              continue
            const range = document.createRange()
            range.selectNodeContents(node)
            for (const box of range.getClientRects())
              if (box.width > 1 && (box.right > right + 1 || box.left < -1))
                hits.push(`cuts “${node.textContent.trim().slice(0, 40)}”`)
          }
          return [...new Set(hits)]
        },
        [percent, words] as const,
      )
      wrong.push(...hits.map((hit) => `${route} at ${width} px, ${percent} %: ${hit}`))
    }
  }
  expect(wrong).toEqual([])
}, 240_000)

test('a post has no axe fault on any of the four grounds', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 800 } })
  const onGround = new Map(posts.map((post) => [postGround(post), post.slug]))
  expect(onGround.size).toBe(4)
  for (const [ground, slug] of onGround) {
    await page.goto(`/blog/${slug}`)
    expect(await axeFaults(page), ground).toEqual([])
  }
})

test('a link focused by keyboard far down a page is in view at once', async () => {
  const { page } = await visit({ viewport: { width: 1280, height: 800 }, reducedMotion: 'no-preference' })
  await page.goto('/accelerator')
  const inView = await page.getByRole('link', { name: 'See the other companies' }).evaluate(async (link: HTMLElement) => {
    link.focus()
    for (let frame = 0; frame < 4; frame++) await new Promise(requestAnimationFrame)
    const { top, left } = link.getBoundingClientRect()
    return document.elementFromPoint(left + 5, top + 5) === link
  })
  expect(inView).toBe(true)
})

/** Pages whose height could change during a scroll: with a form, a drawing, a list that is filtered, or a long text; and those with neither. */
const scrolled = rows(
  // On /app the address field has the focus and receives the key.
  [...routes, ...otherRoutes].filter((path) => path !== '/app'),
  ['/', '/accelerator', '/portfolio', '/blog/startup-idea-validation-30-days', '/my'],
)

test('the End key reaches the end of a page', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 }, reducedMotion: 'no-preference' })
  const left = () =>
    page.evaluate(() => Math.round(document.documentElement.scrollHeight - document.documentElement.clientHeight - scrollY))
  for (const route of scrolled) {
    await page.goto(route)
    // Chromium drops a key that comes before a page is painted first.
    await nextPaint(page)
    await page.keyboard.press('End')
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    const before = await height()
    await expect.poll(left, { message: route }).toBe(0)
    // If a height changes during the scroll, the page sometimes ends at another position.
    expect(await height(), route).toBe(before)
  }
}, 120_000)

test('a kolam that fits into the top of a page is not cut by its edge', async () => {
  const { page } = await visit()
  const cut: string[] = []
  for (const route of ['/', '/fund-raise', '/become-early-customer', '/mentors', '/work-for-startups', '/about']) {
    await page.goto(route)
    for (const width of [360, 768, 960, 1152, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      const hits = await page.evaluate(
        () =>
          [...document.querySelectorAll('main > .opening svg')].filter((kolam) => {
            const { top, right, bottom, left, width, height } = kolam.getBoundingClientRect()
            const around = kolam.closest('.opening')?.getBoundingClientRect() ?? new DOMRect()
            const fits = width > 40 && height <= around.height && width <= innerWidth
            return fits && (left < -1 || right > innerWidth + 1 || top < around.top - 1 || bottom > around.bottom + 1)
          }).length,
      )
      if (hits > 0) cut.push(`${route} at ${width}`)
    }
  }
  expect(cut).toEqual([])
})

test('a printed form lists the choices of an open question, and leaves no gap', async () => {
  const { page } = await visit({ viewport: { width: 700, height: 900 } })
  await openForm(page, accelerator)
  await input(page, 'industry').selectOption({ index: 2 })
  const rows = () => page.locator('form select').evaluateAll((all) => all.map((select) => select.getAttribute('size') ?? 'one'))
  const options = await page
    .locator('form select')
    .evaluateAll((all) =>
      (all as HTMLSelectElement[]).map((select) => (select.value === '' ? String(select.children.length) : 'one')),
    )
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  expect(options.filter((size) => size !== 'one').length).toBeGreaterThan(4)
  expect(await rows()).toEqual(options)
  expect(await page.getByText('Saved on this device').isVisible()).toBe(false)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(new Set(await rows())).toEqual(new Set(['one']))
})

test('the bar of a form covers no field that has the focus, forwards and backwards', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 640 } })
  await openForm(page, accelerator)
  const bar = page.getByRole('navigation', { name: 'Parts of this form' })
  await input(page, 'founderName').focus()
  for (const key of [...Array(25).fill('Tab'), ...Array(25).fill('Shift+Tab')]) {
    await page.keyboard.press(key)
    const covered = () =>
      bar.evaluate((element) => {
        const focused = document.activeElement
        const top = focused?.getBoundingClientRect().top ?? 0
        return !element.contains(focused) && top < element.getBoundingClientRect().bottom - 1 ? focused?.outerHTML : ''
      })
    await expect.poll(covered).toBe('')
  }
})

test('the Apply bar covers nothing that has the focus, and is not on a low screen', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 640 } })
  await page.goto('/accelerator')
  const bar = page.locator('main a', { hasText: 'Apply' }).last().locator('xpath=..')
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('sticky')
  const covered = () =>
    bar.evaluate((element) => {
      const focused = document.activeElement
      const { top, bottom } = focused?.getBoundingClientRect() ?? new DOMRect()
      const edge = element.getBoundingClientRect()
      return !element.contains(focused) && top < edge.bottom && bottom > edge.top + 1 ? focused?.textContent : ''
    })
  const seen = new Set<string>()
  for (let tab = 0; tab < 45; tab++) {
    await page.keyboard.press('Tab')
    await expect.poll(covered).toBe('')
    seen.add((await page.evaluate(() => document.activeElement?.textContent?.trim())) ?? '')
  }
  expect([...seen].some((words) => words.includes('How Kanakku Lens got there'))).toBe(true)
  await page.setViewportSize({ width: 320, height: 256 })
  expect(await bar.evaluate((element) => getComputedStyle(element).position)).toBe('static')
})

test('the terms are printed on one sheet of A4', async () => {
  const { page } = await visit()
  await page.goto('/terms')
  const pdf = await page.pdf({ format: 'A4', margin: { top: '1cm', right: '1cm', bottom: '1cm', left: '1cm' } })
  expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
})

test('a link on a line of its own is as large as a finger needs', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  const small: string[] = []
  for (const route of rows(['/', '/apply', '/accelerator', '/investors', '/contact', '/terms'], ['/apply', '/accelerator'])) {
    await page.goto(route)
    const hits = await page.locator('main a[href]').evaluateAll((links) => {
      for (const fold of document.querySelectorAll('details')) fold.open = true
      return links.flatMap((link) => {
        const { height, width } = link.getBoundingClientRect()
        const isAlone = link.closest('p, li, dd, h2, h3, div')?.textContent?.trim() === link.textContent?.trim()
        return isAlone && width > 0 && height < 39.5 ? [`${link.textContent}: ${Math.round(height)}`] : []
      })
    })
    small.push(...hits.map((hit) => `${route}, ${hit}`))
  }
  expect(small).toEqual([])
})

test('a drawing has the colour of the text in forced colours', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await page.goto('/accelerator')
  const colours = await page.locator('main svg path[class]').evaluateAll((paths) => [
    ...new Set(
      paths.flatMap((path) => {
        const { stroke, color, visibility } = getComputedStyle(path)
        return visibility === 'hidden' || stroke === 'none' ? [] : [stroke === color ? 'of the text' : stroke]
      }),
    ),
  ])
  expect(colours).toEqual(['of the text'])
  await page.emulateMedia({ forcedColors: null, colorScheme: null })
})

test('on a phone the accelerator’s page is short, and the cohorts come before the form', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  await page.goto('/accelerator')
  const { height, cohorts, form } = await page.evaluate(() => {
    const top = (id: string) => document.getElementById(id)?.getBoundingClientRect().top ?? 0
    return { height: document.documentElement.scrollHeight, cohorts: top('cohorts'), form: top('apply') }
  })
  expect(height).toBeLessThan(10_000)
  expect(cohorts).toBeLessThan(form)
  const benefit = page.getByRole('heading', { name: 'A room of equals' })
  expect(await benefit.isVisible()).toBe(false)
  await page.getByText('Read all six').click()
  expect(await benefit.isVisible()).toBe(true)
})

test('each benefit of the accelerator is next to its weeks', async () => {
  const { page } = await visit({ viewport: { width: 1440, height: 900 } })
  await page.goto('/accelerator')
  const benefits = page.getByRole('listitem').filter({ has: page.locator('svg'), hasText: /Week \d+-\d+$/ })
  const all = await benefits.evaluateAll((items) =>
    items.map((item) => ({
      week: /Week (\d+-\d+)$/.exec(item.textContent ?? '')?.[1],
      dots: item.querySelector('svg path:last-child')?.getAttribute('d')?.match(/M/g)?.length,
    })),
  )
  expect(all).toEqual(['1-24', '1-2', '3-8', '17-24', '1-24', '1-24'].map((week) => ({ week, dots: 24 })))
})

test('no word of a door on /apply is cut or broken, from 320 px on', async () => {
  const { page } = await visit()
  for (const width of [320, 360, 768, 1440]) {
    await page.setViewportSize({ width, height: 740 })
    await page.goto('/apply')
    const doors = await page.locator('[id^=card-]').evaluateAll((cards) =>
      cards.map((card) => {
        const words = card.querySelector('h3')?.firstChild as Text
        const broken = [...words.data.matchAll(/\S+/g)].filter((word) => {
          const range = document.createRange()
          range.setStart(words, word.index)
          range.setEnd(words, word.index + word[0].length)
          return range.getClientRects().length > 1
        })
        return broken.map(([word]) => word)
      }),
    )
    expect(doors, `at ${width}`).toEqual([[], [], []])
  }
})

test('on a wide screen or without a script nothing of the accelerator’s page is folded', async () => {
  for (const options of [
    { viewport: { width: 1440, height: 900 } },
    { viewport: { width: 360, height: 740 }, javaScriptEnabled: false },
  ]) {
    const { page } = await visit(options)
    await page.goto('/accelerator')
    for (const name of ['Demo day', 'A room of equals', 'Who can apply', 'Rehearsals', 'Nalamtrace'])
      expect(await page.locator('details').filter({ hasText: name }).first().getAttribute('open'), name).toBe('')
  }
})

test('on a phone the first screen of /apply leads to each programme', async () => {
  const { page } = await visit({ viewport: { width: 360, height: 740 } })
  await page.goto('/apply')
  const doors = page.locator('main section').first().getByRole('link')
  expect(await doors.allTextContents()).toEqual(['Accelerator, 6 months', 'Startup Studio, 6 weeks', 'Fund Raise, 3-6 months'])
  const { y = 0, height = 0 } = (await doors.last().boundingBox()) ?? {}
  expect(y + height).toBeLessThan(740)
  await doors.last().click()
  await expect
    .poll(() => page.locator('#card-fund-raise').evaluate((card) => Math.abs(card.getBoundingClientRect().top) < 80))
    .toBe(true)
})

test('names on the portfolio’s kolam fit beside the text, or are initials', async () => {
  const { page } = await visit()
  const shown: string[] = []
  for (const width of [360, 960, 1199, 1200, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.goto('/portfolio')
    shown.push(
      await page.getByRole('group', { name: 'The companies as dots of one kolam' }).evaluate((drawing) => {
        const lines = [...(document.querySelector('h1')?.parentElement?.children ?? [])].flatMap((words) => {
          const text = document.createRange()
          text.selectNodeContents(words)
          return [...text.getClientRects()]
        })
        const texts = [...drawing.querySelectorAll('text')].filter((text) => text.getBoundingClientRect().width > 0)
        const boxes = texts.map((text) => text.getBoundingClientRect())
        const column = document.querySelector('main ul')?.getBoundingClientRect()
        const over = boxes.some(({ left, top, bottom }) =>
          lines.some((line) => left < line.right && top < line.bottom && bottom > line.top),
        )
        const outside = column && boxes.some(({ left, right }) => left < column.left || right > column.right)
        return `${texts[0]?.textContent}${over || outside ? ' (misplaced)' : ''}`
      }),
    )
  }
  expect(shown).toEqual(['K', 'K', 'K', 'Kanakku Lens', 'Kanakku Lens'])
})
