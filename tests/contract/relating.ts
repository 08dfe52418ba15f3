import { expect, it } from 'vitest'
import { at, deletion, submission } from '../support/submissions.ts'
import type { Open } from './databases.ts'

export function relating(open: Open): void {
  it('links applications by address, number, company, domain or name, until deleted', async () => {
    const { applications } = await open()
    const submissionAt = (n: number, overrides: Parameters<typeof submission>[0]) =>
      submission({ submittedAt: at(n), ...overrides })
    const sent = [
      submissionAt(0, {
        applicantEmail: 'Uma@mill.example',
        companyName: 'Mill Ltd',
        applicantName: 'Uma Devi',
        answers: { phone: '+91 90000 11111' },
      }),
      submissionAt(1, { applicantEmail: 'x@gmail.com', companyName: 'mill', applicantName: 'Someone', answers: {} }),
      submissionAt(2, {
        applicantEmail: 'y@gmail.com',
        companyName: '',
        applicantName: 'Devi, Uma',
        answers: { mobile: '9000011111' },
      }),
      submissionAt(3, { applicantEmail: 'z@gmail.com', companyName: 'Other', applicantName: 'Nobody Else', answers: {} }),
    ]
    for (const each of sent) await applications.add(each)
    const [first, second, third, last] = sent.map(({ change }) => change.application)
    const related = async (id = '') => (await applications.related(id)).map(({ application, shared }) => [application.id, shared])
    expect(await related(first?.id)).toEqual([
      [third?.id, ['phone', 'name']],
      [second?.id, ['company']],
    ])
    expect(await related(last?.id)).toEqual([])
    expect(await related('none')).toEqual([])
    if (last === undefined) throw new Error('the last application is missing')
    const entry = { at: at(4), by: 'a', event: { what: 'noted', from: '', to: '' } } as const
    await applications.save({ application: { ...last, applicantEmail: 'uma@MILL.example' }, entry, outbox: [] })
    expect(await related(first?.id)).toEqual([
      [last.id, ['email', 'domain']],
      [third?.id, ['phone', 'name']],
      [second?.id, ['company']],
    ])
    await applications.remove(String(third?.id), deletion(at(5)), at(6))
    expect((await related(first?.id)).map(([id]) => id)).toEqual([last.id, second?.id])
    await applications.purge(at(7))
    expect((await related(first?.id)).map(([id]) => id)).toEqual([last.id, second?.id])
  })
}
