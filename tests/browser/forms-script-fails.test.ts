import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import type { Form } from '../../src/forms/form.ts'
import { rows } from '../support/rows.ts'
import {
  accelerator,
  alertOf,
  answersTo,
  awake,
  contact,
  failing,
  fill,
  formRows,
  goOffline,
  input,
  internship,
  investor,
  openForm,
  passTime,
  someone,
  startSite,
  submitButton,
  successOf,
} from './drive.ts'

const { visit, visitFilled, stored, expectStored } = startSite()

/** Translates a page as browsers do: wraps each text in elements, also what is drawn later. */
const translate = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const isText = (node: Node): boolean =>
      node.textContent?.trim() !== '' && !/^(SCRIPT|STYLE|OPTION|TEXTAREA|FONT)$/.test(node.parentElement?.nodeName ?? '')
    const wrap = (root: Node): void => {
      const texts: Node[] = []
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node: Node | null = walker.currentNode; node !== null; node = walker.nextNode())
        if (node.nodeType === Node.TEXT_NODE && isText(node)) texts.push(node)
      for (const text of texts) {
        const outer = document.createElement('font')
        const inner = outer.appendChild(document.createElement('font'))
        text.parentNode?.replaceChild(outer, text)
        inner.append(text)
      }
    }
    new MutationObserver((changes) => {
      for (const { addedNodes, target, type } of changes)
        if (type === 'characterData') wrap(target)
        else for (const node of addedNodes) wrap(node)
    }).observe(document, { subtree: true, childList: true, characterData: true })
  })

/** Holds back the form's script until the returned function is called. */
async function holdScript(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/_assets/*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  return () => held.resolve()
}

/** Opens a form whose script has not loaded yet. */
async function openAsleep(page: Page, form: Form): Promise<void> {
  await page.goto(form.path)
  await page.locator('[data-form-place]').scrollIntoViewIfNeeded()
}

test.each(formRows('FundRaise'))('%s: a form that starts late keeps its height', async (_, form) => {
  const { page } = await visit({ viewport: { width: 320, height: 640 } })
  const release = await holdScript(page)
  await openAsleep(page, form)
  await page.evaluate(() => document.fonts.ready)
  const height = (): Promise<number> => page.locator('[data-form-place]').evaluate((element) => element.clientHeight)
  const before = await height()
  release()
  await page.locator('form[novalidate]').waitFor()
  expect(await height()).toBe(before)
})

test('a form that comes alive leaves the focus where somebody has tabbed to', async () => {
  const { page } = await visit({ viewport: { width: 1280, height: 900 } })
  const release = await holdScript(page)
  await openAsleep(page, accelerator)
  const parts = page.getByRole('navigation', { name: 'Parts of this form' }).getByRole('link')
  await parts.nth(2).focus()
  const href = await parts.nth(2).getAttribute('href')
  release()
  await page.locator('form[novalidate]').waitFor()
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('href'))
  expect(await focused()).toBe(href)
  await page.keyboard.press('Tab')
  expect(await focused()).toBe(await parts.nth(3).getAttribute('href'))
})

describe('a page that the browser translates', () => {
  // Questions that appear and disappear between the translated texts.
  test.each(formRows('EarlyCustomer'))('%s: what was typed is stored, and success stays', async (_, form) => {
    const { page } = await visit()
    await translate(page)
    const release = await holdScript(page)
    const email = someone()
    const answers = answersTo(form, email)
    await openAsleep(page, form)
    await fill(page, form, answers)
    expect(await page.locator('form:not(#opens) legend font font').count()).toBeGreaterThan(0)
    release()
    await page.locator('form[novalidate]').waitFor()
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    expect(page.url()).not.toContain('submitted')
    expect(await page.getByText('Your reference').count()).toBe(1)
    await expectStored(email, form, answers)
  })

  test('without a connection: the alert, and the answers stay', async () => {
    const { page } = await visit()
    await translate(page)
    await failing(page, (route) => route.abort())
    const answers = answersTo(accelerator, someone())
    await openForm(page, accelerator)
    await fill(page, accelerator, answers)
    await submitButton(page).click()
    await passTime(page, 1000, () => alertOf(page).isVisible())
    expect(await submitButton(page).textContent()).toBe('Try again')
    for (const name of accelerator.applicant.name) expect(await input(page, name).inputValue()).toBe(answers[name])
  })

  test('without a connection: queued success, and a message after the delivery', async () => {
    const { page, context } = await visit()
    await translate(page)
    const email = someone()
    await openForm(page, investor)
    await fill(page, investor, answersTo(investor, email))
    await goOffline(page)
    await submitButton(page).click()
    await successOf(page, investor).waitFor()
    await context.setOffline(false)
    await page.getByText('your answers have reached us').waitFor()
    expect(await stored(email)).toHaveLength(1)
  })

  test('after success the same form can be submitted again', async () => {
    const { page } = await visit()
    await translate(page)
    await openForm(page, contact)
    for (const email of [someone(), someone()]) {
      await fill(page, contact, answersTo(contact, email))
      await submitButton(page).click()
      await page.getByRole('button', { name: contact.texts.again }).click()
      await awake(page)
      expect(await stored(email)).toHaveLength(1)
    }
  })
})

describe('an extension that changes the form', () => {
  // A file and the browser's messages.
  test.each(formRows('WorkForStartups'))('%s: no typed text is lost, before the script starts or after', async (_, form) => {
    const { page } = await visit()
    const release = await holdScript(page)
    const email = someone()
    const answers = answersTo(form, email)
    await openAsleep(page, form)
    await fill(page, form, answers)
    const meddle = () =>
      page.evaluate(() => {
        for (const control of document.querySelectorAll('form:not(#opens) input:not([type=hidden]), form textarea')) {
          control.setAttribute('data-extension', '')
          control.after(document.createElement('extension-icon'))
          control.parentElement?.prepend(document.createElement('extension-frame'))
        }
        for (const note of document.querySelectorAll('form:not(#opens) > p')) note.remove()
      })
    await meddle()
    release()
    await page.locator('form[novalidate]').waitFor()
    await meddle()
    await submitButton(page).click()
    await successOf(page, form).waitFor()
    await expectStored(email, form, answers)
  })
})

/** Ways in which a script fails, each as a function that runs in the page before any script. */
const failures: Readonly<Record<string, (page: Page) => Promise<unknown>>> = {
  'never arrives': (page) => page.route('**/_assets/ContactForm*.js', (route) => route.abort()),
  'is no script': (page) => page.route('**/_assets/ContactForm*.js', (route) => route.fulfill({ body: '<!doctype html>' })),
  'has a crypto that throws': (page) =>
    page.addInitScript(() =>
      Object.defineProperty(window, 'crypto', {
        get: () => {
          throw new Error('no crypto here')
        },
      }),
    ),
  'has storages that throw': (page) =>
    page.addInitScript(() => {
      for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, {
          get: () => {
            throw new DOMException('forbidden', 'SecurityError')
          },
        })
    }),
  'cannot draw the form': (page) =>
    page.addInitScript(() => {
      const create = document.createElement
      document.createElement = (name: string) => {
        if (name === 'textarea') throw new Error('an extension is in the way')
        return create.call(document, name)
      }
    }),
  'cannot watch the form': (page) =>
    page.addInitScript(() => {
      Object.assign(window, {
        MutationObserver: undefined,
        IntersectionObserver: class {
          constructor() {
            throw new Error('an extension is in the way')
          }
        },
      })
    }),
  'cannot read a number format': (page) =>
    page.addInitScript(() => {
      Object.assign(Intl, { NumberFormat: undefined })
    }),
}

describe('a form whose script', () => {
  const kinds = Object.entries(failures)
  const chosen = ['never arrives', 'has storages that throw', 'cannot draw the form']
  test.each(
    rows(
      kinds,
      kinds.filter(([name]) => chosen.includes(name)),
    ),
  )('%s is still stored', async (_, fail) => {
    const { page } = await visit()
    await fail(page)
    const email = someone()
    const answers = answersTo(contact, email)
    await openAsleep(page, contact)
    await fill(page, contact, answers)
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    await expectStored(email, contact, answers)
  })

  const breaks: readonly (readonly [string, () => void])[] = [
    [
      'its drawing fails while it is filled in',
      () => {
        const insert = Node.prototype.appendChild
        Node.prototype.appendChild = function (node) {
          if (node instanceof Element && node.matches('.form-field-fault, [role=alert]')) throw new Error('cannot draw')
          return insert.call(this, node) as never
        }
        const before = Node.prototype.insertBefore
        Node.prototype.insertBefore = function (node, child) {
          if (node instanceof Element && node.matches('[role=alert]')) throw new Error('cannot draw')
          return before.call(this, node, child) as never
        }
      },
    ],
    [
      'its check of the answers fails',
      () => {
        Object.defineProperty(HTMLInputElement.prototype, 'validity', {
          get: () => {
            throw new Error('cannot check')
          },
        })
      },
    ],
    [
      'it cannot send',
      () => {
        XMLHttpRequest.prototype.open = () => {
          throw new Error('cannot send')
        }
      },
    ],
  ]
  // Between the drawing and the sending.
  test.each(rows(breaks, breaks.slice(0, 1)))(
    'runs: when %s, the browser posts the form natively with its file',
    async (_, breakIt) => {
      const { page, email, answers } = await visitFilled(internship)
      await page.evaluate(breakIt)
      if (_.startsWith('its drawing')) {
        // The page cannot draw a message.
        await input(page, 'firstName').fill('')
        await submitButton(page).click()
        await page.locator('form:not(#opens, [novalidate])').waitFor()
        await input(page, 'firstName').fill(String(answers.firstName))
      }
      await submitButton(page).click()
      await page.waitForURL('**/submitted*')
      await expectStored(email, internship, answers)
    },
  )
})

/** The keys of the drafts and files that the forms store on the device. */
const storedKeys = (page: Page): Promise<readonly string[]> =>
  page.evaluate(async () => {
    const wait = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await wait(indexedDB.open('kolam-forms', 1))
    const stores = database.transaction(['drafts', 'files'])
    const keys = await Promise.all(['drafts', 'files'].map((name) => wait(stores.objectStore(name).getAllKeys())))
    database.close()
    return keys.flat().map(String)
  })

test('a line of the progress that could not be loaded is loaded at the next answer', async () => {
  const { page } = await visit()
  await page.route('**/_assets/Kolam.*', (route) => route.abort())
  await openForm(page, contact)
  const drawing = page.locator('form[novalidate]').locator('xpath=..').locator('nav svg path')
  const failed = page.waitForEvent('requestfailed')
  await input(page, 'name').fill('Asha')
  await failed
  expect(await drawing.count()).toBe(1)
  await page.unroute('**/_assets/Kolam.*')
  await input(page, 'email').fill(someone())
  await expect.poll(() => drawing.count()).toBe(2)
})

test('scripts for later that are missing are requested once, not at every edit', async () => {
  const { page, consoleMessages } = await visit()
  const requested: string[] = []
  await page.route(/\/_assets\/(SentView|WaitingList)\./, (route) => {
    requested.push(new URL(route.request().url()).pathname.replace(/.*\/(\w+)\..*/, '$1'))
    return route.fulfill({ status: 404, body: '' })
  })
  await openForm(page, contact)
  await input(page, 'name').fill('Asha')
  await expect.poll(() => consoleMessages.filter((text) => text.includes('could not be loaded')).length).toBe(2)
  await input(page, 'message').pressSequentially('One two three')
  expect(requested.toSorted()).toEqual(['SentView', 'WaitingList'])
  await fill(page, contact, answersTo(contact, someone()))
  await submitButton(page).click()
  await successOf(page, contact).waitFor()
  // After success the view is needed, so it is requested again.
  await expect.poll(() => requested.filter((name) => name === 'SentView').length).toBe(2)
})

test('a form that was posted natively has its kolam, and is empty at the next visit', async () => {
  const { page, email, answers } = await visitFilled(internship)
  const line = page.getByRole('navigation', { name: 'Parts of this form' }).locator('path').first()
  const path = await line.getAttribute('d')
  await page.getByText(/^Saved on this device/).waitFor()
  await page.evaluate(() => {
    XMLHttpRequest.prototype.open = () => {
      throw new Error('cannot send')
    }
  })
  await submitButton(page).click()
  await page.waitForURL('**/submitted*')
  expect(await page.locator('main svg path').first().getAttribute('d')).toBe(path)
  await expectStored(email, internship, answers)
  await expect.poll(() => storedKeys(page)).toEqual([])
  await openForm(page, internship)
  expect(await input(page, 'firstName').inputValue()).toBe('')

  // Text typed after that survives a reload of the success page.
  await input(page, 'firstName').fill('Another')
  await expect.poll(() => storedKeys(page)).toEqual(['WorkForStartups'])
  await page.goBack()
  await page.reload()
  await openForm(page, internship)
  await expect.poll(() => input(page, 'firstName').inputValue()).toBe('Another')
})

describe('after the acknowledgement', () => {
  const breaks: readonly (readonly [string, () => void])[] = [
    [
      'scrolling fails',
      () => {
        Element.prototype.scrollIntoView = () => {
          throw new Error('cannot scroll')
        }
      },
    ],
    [
      'the focus cannot be set',
      () => {
        const focus = HTMLElement.prototype.focus
        HTMLElement.prototype.focus = function (options) {
          if (this.nodeName === 'H2') throw new Error('cannot focus')
          focus.call(this, options)
        }
      },
    ],
    [
      'the storage fails',
      () => {
        IDBDatabase.prototype.transaction = () => {
          throw new Error('no storage any more')
        }
      },
    ],
    [
      'the drawing of success fails',
      () => {
        const create = document.createElementNS
        document.createElementNS = ((space: string, name: string) => {
          if (name === 'svg') throw new Error('cannot draw')
          return create.call(document, space, name)
        }) as never
      },
    ],
    [
      'the form cannot be taken away',
      () => {
        const remove = Node.prototype.removeChild
        Node.prototype.removeChild = function (node) {
          if (node instanceof Element && node.querySelector('form') !== null) throw new Error('cannot remove')
          return remove.call(this, node) as never
        }
      },
    ],
  ]
  // The storage, the view itself, and the form before it.
  test.each(rows(breaks, breaks.slice(2)))('the success view stays when %s', async (_, breakIt) => {
    const { page, email } = await visitFilled(contact)
    await page.evaluate(breakIt)
    await submitButton(page).click()
    await successOf(page, contact).waitFor()
    expect(await page.getByText('Your reference').count()).toBe(1)
    expect(await page.locator('form:not(#opens)').count()).toBe(0)
    expect(await stored(email)).toHaveLength(1)
  })
})
