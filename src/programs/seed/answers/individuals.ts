import { person, privatePerson, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './writer.ts'

export const earlyCustomer: Writer = (submission) => {
  const { chance, n, texts } = submission
  const { company, jobTitle, industry, interest, need, tried } = nth(texts.customers.customers, n)
  const isCompany = company !== ''
  const who = isCompany ? person(texts.people, chance, `${slug(company)}.example`) : privatePerson(texts.people, chance)
  return {
    customerType: isCompany ? 'enterprise' : 'individual',
    firstName: who.first,
    lastName: who.last,
    email: who.email,
    phone: maybe(chance, 0.7, who.phone),
    ...(isCompany && {
      company,
      jobTitle,
      industry: optionOr(submission, 'industry', industry),
      companySize: maybe(chance, 0.9, option(submission, 'companySize')),
    }),
    interests: [
      ...new Set([optionOr(submission, 'interests', interest), ...(chance.is(0.5) ? [option(submission, 'interests')] : [])]),
    ],
    specificNeeds: need,
    budget: maybe(chance, 0.7, option(submission, 'budget')),
    timeline: maybe(chance, 0.8, option(submission, 'timeline')),
    experience: tried,
    additionalInfo: maybe(chance, 0.25, chance.pick(texts.customers.additions)),
  }
}

export const workForStartups: Writer = (submission) => {
  const { chance, n, texts } = submission
  const { colleges, talents, reasons } = texts.interns
  const { position, major, skills, experience } = nth(talents, n)
  const who = privatePerson(texts.people, chance)
  return {
    firstName: who.first,
    lastName: who.last,
    email: who.email,
    phone: who.phone,
    university: chance.pick(colleges),
    major,
    graduationYear: optionOr(submission, 'graduationYear', chance.pick(['2025', '2026', '2026', '2027'])),
    position: optionOr(submission, 'position', position),
    experience: maybe(chance, 0.7, experience),
    skills,
    portfolio: maybe(chance, 0.5, `https://${slug(who.name)}.example`),
    availability: option(submission, 'availability'),
    motivation: chance.some(reasons, chance.is(0.3) ? 2 : 1).join('\n\n'),
  }
}

export const contact: Writer = ({ chance, n, texts }) => {
  const { subject, message } = nth(texts.messages, n)
  const who = privatePerson(texts.people, chance)
  return { name: who.name, email: who.email, phone: maybe(chance, 0.4, who.phone), subject, message }
}
