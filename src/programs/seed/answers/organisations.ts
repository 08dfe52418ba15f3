import { person, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './writer.ts'

export const investor: Writer = (submission) => {
  const { chance, n, texts } = submission
  const { name, type, range, focus, criteria, services } = nth(texts.investors.investors, n)
  const who = person(texts.people, chance, `${slug(name)}.example`)
  return {
    investorName: who.name,
    organizationName: name,
    email: who.email,
    phoneNumber: maybe(chance, 0.7, who.phone),
    investorType: optionOr(submission, 'investorType', type),
    investmentRange: optionOr(submission, 'investmentRange', range),
    preferredStage: option(submission, 'preferredStage'),
    industryFocus: focus,
    geographicFocus: maybe(chance, 0.8, option(submission, 'geographicFocus')),
    currentPortfolioSize: maybe(chance, 0.8, option(submission, 'currentPortfolioSize')),
    timelineToInvest: maybe(chance, 0.8, option(submission, 'timelineToInvest')),
    recentInvestments: maybe(chance, 0.4, texts.investors.recentInvestments),
    investmentCriteria: criteria,
    valueAddServices: services,
    dueDiligenceProcess: maybe(chance, 0.5, texts.investors.dueDiligence),
    followOnCapacity: maybe(chance, 0.6, option(submission, 'followOnCapacity')),
    boardParticipation: maybe(chance, 0.7, option(submission, 'boardParticipation')),
    exitStrategy: maybe(chance, 0.6, option(submission, 'exitStrategy')),
    additionalComments: maybe(chance, 0.3, texts.investors.comments),
  }
}

export const accelerationAsService: Writer = (submission) => {
  const { chance, n, texts } = submission
  const { institutions, titles, additionalServices, expectations } = texts.partners
  const { name, type, city, programs, objectives, challenges } = nth(institutions, n)
  const domain = `${slug(name).slice(0, 24)}.example`
  const who = person(texts.people, chance, domain)
  return {
    contactName: chance.is(0.3) ? `Dr. ${who.name}` : who.name,
    title: chance.pick(titles),
    email: who.email,
    phone: who.phone,
    organizationName: name,
    website: `www.${domain}`,
    organizationType: optionOr(submission, 'organizationType', type),
    location: city,
    organizationSize: maybe(chance, 0.8, option(submission, 'organizationSize')),
    currentPrograms: programs,
    portfolioSize: maybe(chance, 0.6, option(submission, 'portfolioSize')),
    partnershipType: option(submission, 'partnershipType'),
    serviceModel: option(submission, 'serviceModel'),
    targetStartups: option(submission, 'targetStartups'),
    programDuration: maybe(chance, 0.7, option(submission, 'programDuration')),
    budget: maybe(chance, 0.6, option(submission, 'budget')),
    objectives,
    challenges,
    timeline: option(submission, 'timeline'),
    additionalServices: maybe(chance, 0.5, chance.pick(additionalServices)),
    expectations: chance.pick(expectations),
  }
}

export const serviceProvider: Writer = (submission) => {
  const { chance, n, texts } = submission
  const { firms, titles, expectations } = texts.providers
  const { name, type, services, expertise, motivation } = nth(firms, n)
  const domain = `${slug(name)}.example`
  const who = person(texts.people, chance, domain)
  return {
    contactName: who.name,
    title: chance.pick(titles),
    email: who.email,
    phone: who.phone,
    companyName: name,
    website: maybe(chance, 0.75, `https://${domain}`),
    serviceType: optionOr(submission, 'serviceType', type),
    location: `${chance.pick(texts.people.cities)}${chance.is(0.4) ? ', Tamil Nadu' : ''}`,
    companySize: option(submission, 'companySize'),
    experience: option(submission, 'experience'),
    servicesOffered: services,
    targetStartups: option(submission, 'targetStartups'),
    pricingModel: option(submission, 'pricingModel'),
    availability: option(submission, 'availability'),
    portfolio: maybe(
      chance,
      0.6,
      `https://${domain}/work\n${chance.between(8, 60)} companies since ${chance.between(2012, 2022)}; three of them may be called.`,
    ),
    expertise,
    motivation,
    expectations: maybe(chance, 0.6, chance.pick(expectations)),
  }
}
