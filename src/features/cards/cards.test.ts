import { expect, it } from 'vitest'
import { onBothDatabases } from '../../../tests/contract/on-database.ts'
import { type Desk, deskOn, plain, taking } from '../../../tests/support/offers.ts'
import { minute } from '../../shared/dates.ts'
import { cards, carryCards } from './store.ts'

const about = 'We lend looms to weavers. Each pays by the metre. Nobody else does.'

/** A founder who took a place, and the press that saves the card. */
async function taken(desk: Desk, company: string) {
  const { id, sender } = await desk.apply(company, { businessDescription: about, website: 'https://loom.example' })
  await desk.approve(id)
  await desk.offer(id)
  await desk.send()
  const founder = await desk.founder(company)
  const before = (await founder.page(`/my/card?of=${id}`)).status
  expect([before, (await founder.answer(id, taking('Asha Rao'))).status]).toEqual([404, 303])
  const card = async () => (await desk.call(`/api/applications/${id}/card`)).body.card
  /** Opens the page and fills it in. @returns what presses its button */
  const filled = async (consent: string, more: Readonly<Record<string, string>> = {}, cookie = founder.cookie) => {
    desk.app.clock.ms += minute
    const { html } = await founder.page(`/my/card?of=${id}`)
    const [, seen = ''] = /name="seen" value="(\d*)"/.exec(html) ?? []
    const texts = Object.fromEntries((await card()).sentences.map(({ part, text }: Record<string, string>) => [part, text]))
    const body = new URLSearchParams({ of: id, seen, ...texts, ...(consent && { consent }), ...more })
    return async () => {
      const response = await desk.app.request('/my/card', { method: 'POST', body, headers: { cookie } })
      return { status: response.status, text: plain(await response.text()) }
    }
  }
  const save = async (...typed: Parameters<typeof filled>) => (await filled(...typed))()
  const draft = (removes: boolean) => desk.call(`/api/applications/${id}/card/draft`, 'POST', { removes })
  return { id, sender, founder, card, filled, save, draft }
}

const faultsOf = async (desk: Desk): Promise<readonly string[]> =>
  (await desk.call('/api/site/changes')).body.faults.map(({ message }: { message: string }) => message)

onBothDatabases((fresh) => {
  it('a founder reads each sentence beside its answer, corrects it, and agrees', async () => {
    const desk = await deskOn(await fresh())
    const { id, founder, card, save, draft, sender } = await taken(desk, 'Loom')
    expect((await founder.page('/my')).text).toContain('It is shown only if you agree.')
    const page = await founder.page(`/my/card?of=${id}`)
    expect(page.text).toContain(`From your answer to “Business description”: ${about}`)
    expect(page.html).toContain('We lend looms to weavers. Each pays by the metre.</textarea>')
    expect(await card()).toMatchObject({ consent: null, cohort: 'Cohort 7', is_published: false })
    expect((await draft(false)).status).toBe(409)
    expect(await save('')).toMatchObject({ status: 422, text: expect.stringContaining('Choose yes or no.') })
    expect(await save('yes', { name: '' })).toMatchObject({ status: 422 })
    // The link of the form has ended with the owner's first press.
    expect((await save('yes', {}, sender)).status).toBe(404)
    expect((await save('yes', { line: 'Looms by the metre.', seen: '1' })).status).toBe(409)
    expect((await save('yes', { line: 'Looms by the metre.' })).status).toBe(303)
    expect((await founder.page(`/my/card?of=${id}`)).text).toContain('You agreed on 5 January 2026.')
    const drafted = await draft(false)
    expect([drafted.status, drafted.body.card.consent, drafted.body.card.is_drafted]).toEqual([200, 'given', true])
    const text = async (path: string) => (await desk.call(`/api/site/document?path=content/${path}.yaml`)).body.document.text
    const portfolio = await text('portfolio')
    expect(portfolio).toContain('- name: Loom\n')
    expect(portfolio).toContain('description: We lend looms to weavers. Each pays by the metre.\n')
    expect(portfolio).toContain('programme: Accelerator, Cohort 7\n')
    expect(await text('cohorts')).toContain('- name: Loom\n      about: Looms by the metre.\n')
    const { history } = (await desk.call(`/api/applications/${id}`)).body
    expect(history.slice(-2).map(({ event }: { event: { text: string } }) => event.text)).toEqual([
      'The company may be shown on the site',
      'A draft of the site with the card',
    ])
    expect(await faultsOf(desk)).toEqual([])
  })

  it('without consent nothing is published, also if it was taken back after the draft', async () => {
    const storage = await fresh()
    const desk = await deskOn(storage)
    const { founder, id, save, draft, card } = await taken(desk, 'Loom')
    expect((await save('yes')).status).toBe(303)
    expect((await draft(false)).status).toBe(200)
    expect((await save('no')).status).toBe(303)
    expect((await founder.page(`/my/card?of=${id}`)).text).toContain('You took it back on')
    const refusal = 'Loom took back its consent to be shown: take it out'
    expect(await faultsOf(desk)).toEqual([refusal, refusal])
    const drafts = Object.fromEntries((await storage.edits.drafts()).map(({ path, revision }) => [path, revision]))
    const publish = { drafts, note: '', dueAt: null }
    expect((await desk.call('/api/site/publish', 'POST', publish)).status).toBe(400)
    expect((await draft(false)).status).toBe(409)
    // It was published before that.
    const texts = Object.fromEntries((await storage.edits.drafts()).map(({ path, text }) => [path, text]))
    const at = new Date(desk.app.clock.ms)
    await storage.edits.publish({ id: 'p', by: 'admin', note: '', dueAt: null, files: texts, drafts, over: 0 }, at)
    expect(await card()).toMatchObject({ consent: 'ended', is_published: true })
    expect((await desk.call('/api/cards')).body.cards).toMatchObject([{ name: 'Loom', cohort: 'Cohort 7', is_published: true }])
    expect((await draft(true)).body.card).toMatchObject({ is_published: true, is_drafted: true })
    expect(await faultsOf(desk)).toEqual([])
  })

  it('consent that is taken back is that of every name that was published', async () => {
    const storage = await fresh()
    const desk = await deskOn(storage)
    const { save, draft, card } = await taken(desk, 'Loom')
    const drafts = async () => (await storage.edits.drafts()).filter(({ text }) => text !== null)
    expect((await save('yes')).status).toBe(303)
    expect((await draft(false)).status).toBe(200)
    const revisions = Object.fromEntries((await drafts()).map(({ path, revision }) => [path, revision]))
    expect((await desk.call('/api/site/publish', 'POST', { drafts: revisions, note: '', dueAt: null })).status).toBe(200)
    // Drafted under another name, which is not published.
    expect((await save('yes', { name: 'Looms' })).status).toBe(303)
    expect((await draft(false)).status).toBe(200)
    for (const { path, revision } of await drafts()) await desk.call('/api/site/discard', 'POST', { path, revision })
    expect((await save('no')).status).toBe(303)
    expect(await card()).toMatchObject({ consent: 'ended', is_published: true, is_drafted: false })
    expect((await draft(true)).body.card).toMatchObject({ is_published: true, is_drafted: true })
  })

  it('consent that is taken back while its card is drafted stays taken back', async () => {
    const desk = await deskOn(await fresh())
    const { save, filled, draft, card } = await taken(desk, 'Loom')
    expect((await save('yes')).status).toBe(303)
    const press = await filled('no')
    const [drafted, saved] = await Promise.all([draft(false), press()])
    expect([drafted.status, saved.status, (await card()).consent]).toEqual([200, 303, 'ended'])
  })

  it('a restore does not bring consent back, and the archive says what was agreed', async () => {
    const storage = await fresh()
    const desk = await deskOn(storage)
    const { id, founder, save } = await taken(desk, 'Loom')
    expect((await save('yes')).status).toBe(303)
    const backup = await cards(storage.engine).of(id)
    expect((await save('no')).status).toBe(303)
    const present = await cards(storage.engine).of(id)
    const carried = await carryCards(storage.engine.read)
    if (backup === undefined) throw new Error('there is no card')
    await storage.engine.write((trx) => cards(storage.engine).put(trx, id, backup))
    await carried.apply(storage.engine, new Date())
    expect([backup.consent, await cards(storage.engine).of(id)]).toEqual(['given', present])
    expect(present?.consent).toBe('ended')
    const archive = await desk.app.request(`/my/data?of=${id}`, { headers: { cookie: founder.cookie } })
    expect(archive.status).toBe(200)
    await storage.engine.write((trx) => trx.deleteFrom('applications').execute())
    expect(await cards(storage.engine).of(id)).toBeUndefined()
  })
})
