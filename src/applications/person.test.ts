import { expect, it } from 'vitest'
import { isLikelyDuplicate, meaningfulMatches, type Person, personKeys } from './person.ts'

const keys = (person: Partial<Person>): readonly string[] =>
  personKeys({ applicantName: '', applicantEmail: '', companyName: '', answers: {}, ...person }).map(
    ({ kind, key }) => `${kind} ${key}`,
  )

it.each([
  [{ applicantEmail: ' Priya@Tamarind.example ' }, ['email priya@tamarind.example', 'domain tamarind.example']],
  [{ applicantEmail: 'priya@GMAIL.com' }, ['email priya@gmail.com']],
  [{ answers: { phone: '+91 98400-12345' } }, ['phone 9840012345']],
  [{ answers: { phoneNumber: '098400 12345', mobile: '12345' } }, ['phone 9840012345']],
  [{ answers: { phone: '+௯௧ ௯௮௪௦௦ ௧௨௩௪௫', mobile: '９８４００ ५४३२१' } }, ['phone 9840012345', 'phone 9840054321']],
  [{ answers: { phone: '98400 12345 / 98400 54321' } }, ['phone 9840012345', 'phone 9840054321']],
  [{ answers: { phone: '044/2345 6789' } }, ['phone 4423456789']],
  [{ companyName: 'Tamarind Foods Pvt. Ltd.' }, ['company tamarind foods']],
  [{ companyName: 'TAMARIND foods private limited' }, ['company tamarind foods']],
  [{ companyName: 'N/A' }, []],
  [{ companyName: 'தமிழ் உணவு' }, ['company தமிழ் உணவு']],
  [{ answers: { website: 'https://www.tamarind.example/about' } }, ['domain tamarind.example']],
  [{ answers: { website: 'tamarind.example' } }, ['domain tamarind.example']],
  [{ answers: { website: 'https://linkedin.com/in/x' } }, []],
  [{ answers: { website: 'not an address at all' } }, []],
  [{ applicantName: 'R. Priya Raman' }, ['name priya raman']],
  [{ applicantName: 'raman, PRIYÁ' }, ['name priya raman']],
  [{ applicantName: 'Priya' }, []],
  [{ applicantEmail: '\0', companyName: '\ud800' }, []],
])('recognises %j by %j', (person, expected) => {
  expect(keys(person)).toEqual(expected)
})

it('a likely duplicate: the same form within 90 days, not by address or name alone', () => {
  const at = (days: number, formType: 'Contact' | 'Investor' = 'Contact') => ({
    formType,
    submittedAt: new Date(days * 86_400_000),
  })
  expect(isLikelyDuplicate(at(0), at(90), ['phone'])).toBe(true)
  expect(isLikelyDuplicate(at(90), at(0), ['email', 'name'])).toBe(true)
  expect(isLikelyDuplicate(at(0), at(91), ['phone'])).toBe(false)
  expect(isLikelyDuplicate(at(0), at(1, 'Investor'), ['phone'])).toBe(false)
  expect(isLikelyDuplicate(at(0), at(1), ['email'])).toBe(false)
  expect(isLikelyDuplicate(at(0), at(1), ['domain'])).toBe(false)
  expect(isLikelyDuplicate(at(0), at(1), ['name'])).toBe(false)
  expect(isLikelyDuplicate(at(0), at(1), ['email', 'domain'])).toBe(false)
})

const person = (applicantEmail: string, applicantName: string, companyName = ''): Person => ({
  applicantEmail,
  applicantName,
  companyName,
  answers: {},
})

it('a domain or a company shared by more than three people identifies nobody', () => {
  const own = person('a@univ.example', 'Asha Rao', 'Univ')
  const students = ['Bala Sen', 'Chitra Das', 'Devi Nair'].map((name, n) => ({
    application: person(`${n}@univ.example`, name, 'Univ'),
    shared: ['company', 'domain'] as const,
  }))
  expect(meaningfulMatches(own, students.slice(1))).toEqual(students.slice(1))
  expect(meaningfulMatches(own, students)).toEqual([])
  // Three applications of the same person count as one person.
  const again = { application: person('asha@gmail.com', 'Rao, Asha', 'Univ'), shared: ['company', 'name'] as const }
  const two = [...students.slice(1), again, again]
  expect(meaningfulMatches(own, two)).toEqual(two)
  expect(meaningfulMatches(own, [...students, again])).toEqual([{ ...again, shared: ['name'] }])
})
