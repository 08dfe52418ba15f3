import { person, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './answered.ts'

/** Investors that do not exist: name, kind, range, focus, criteria, what they add. */
const investors = [
  [
    'Thulir Angels',
    'angel',
    '100k-500k',
    'Anything that is sold to factories',
    'A founder who has stood on a shop floor. Revenue, even a little. A reason why it is done from here.',
    'Eleven members who run factories and will be the first customer.',
  ],
  [
    'Karai Ventures',
    'vc',
    '500k-1m',
    'FinTech and HealthTech',
    'Repeat use before growth. We ask for the cohort table, not the deck.',
    'A finance lead for two days a week in the first half year.',
  ],
  [
    'Neithal Family Office',
    'family-office',
    '1m-5m',
    'Climate, water, food',
    'Patience on both sides: ten years, no drag-along in the first five.',
    'Land, warehouses, and one very good lawyer.',
  ],
  [
    'Palavakkam Capital',
    'vc',
    '1m-5m',
    'AI in manufacturing',
    'Gross margin above 55 %, or a path to it that is arithmetic and not hope.',
    '',
  ],
  [
    'Sembaruthi Textiles Group',
    'corporate',
    '100k-500k',
    'Textiles without effluent',
    'A pilot in one of our four plants before we invest, at our cost.',
    'Four plants.',
  ],
  [
    'Eastern Shore Growth Fund',
    'pe',
    '10m+',
    'SaaS & Enterprise',
    '₹40 crore of recurring revenue, 110 % net retention, founders who want to stay.',
    'Buying smaller competitors. We have done it nine times.',
  ],
  [
    'State Fund for Coastal Enterprise',
    'government',
    '500k-1m',
    'Fisheries, ports, tourism',
    'Registered in the state, half of the jobs in coastal districts.',
    'Licences and introductions to departments.',
  ],
  [
    'Meenal Iyappan',
    'angel',
    '100k-500k',
    'any',
    'நிறுவனர் நேர்மையானவர் என்று மூன்று பேர் சொன்னால் போதும்; மற்றதைச் சேர்ந்து கற்றுக்கொள்ளலாம்.',
    'Thirty years of hiring.',
  ],
] as const

export const investor: Writer = (chance, form, n) => {
  const [organization, kind, range, focus, criteria, adds] = nth(investors, n)
  const who = person(chance, `${slug(organization)}.example`)
  return {
    investorName: who.name,
    organizationName: organization,
    email: who.email,
    phoneNumber: maybe(chance, 0.7, who.phone),
    investorType: optionOr(chance, form, 'investorType', kind),
    investmentRange: optionOr(chance, form, 'investmentRange', range),
    preferredStage: option(chance, form, 'preferredStage'),
    industryFocus: focus,
    geographicFocus: maybe(chance, 0.8, option(chance, form, 'geographicFocus')),
    currentPortfolioSize: maybe(chance, 0.8, option(chance, form, 'currentPortfolioSize')),
    timelineToInvest: maybe(chance, 0.8, option(chance, form, 'timelineToInvest')),
    recentInvestments: maybe(chance, 0.4, 'Two this year, both in companies with fewer than ten people. Names on the phone.'),
    investmentCriteria: criteria,
    valueAddServices: adds,
    dueDiligenceProcess: maybe(
      chance,
      0.5,
      'Three weeks: customers first (five calls), then numbers, then the lawyer. One list at the beginning, nothing added later.',
    ),
    followOnCapacity: maybe(chance, 0.6, option(chance, form, 'followOnCapacity')),
    boardParticipation: maybe(chance, 0.7, option(chance, form, 'boardParticipation')),
    exitStrategy: maybe(chance, 0.6, option(chance, form, 'exitStrategy')),
    additionalComments: maybe(chance, 0.3, 'Send us two you doubt and one you are sure of. We learn more that way.'),
  }
}
