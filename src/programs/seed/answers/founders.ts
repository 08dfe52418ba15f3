import { type Chance, chanceFrom } from '../chance.ts'
import { type Person, person, slug } from '../people.ts'
import type { Texts, Venture } from '../texts.ts'
import { maybe, nth, option, optionOr, type Raw, type Writer, within } from './writer.ts'

interface Company {
  readonly venture: Venture
  readonly who: Person
  readonly name: string
  readonly city: string
  readonly website: string
}

/** The `n`th company and its founder, the same on every form. After the last venture, the ventures repeat with other names. */
function company({ ventures, people }: Texts, n: number): Company {
  const chance = chanceFrom(104_729 + n)
  const venture = nth(ventures, n)
  const round = Math.floor(n / ventures.length)
  const city = chance.pick(people.cities)
  const name = round === 0 ? venture.name : `${venture.name} ${city}${round > 1 ? ` ${round}` : ''}`
  const domain = `${slug(name)}.example`
  const website = chance.pick([`https://www.${domain}`, `www.${domain}`, domain, `https://${domain}/app`])
  return { venture, who: person(people, chance, domain), name, city, website }
}

const sender = ({ who, name, website }: Company): Raw => ({
  founderName: who.name,
  email: who.email,
  phone: who.phone,
  companyName: name,
  website,
})

export const accelerator: Writer = (submission) => {
  const { chance, n, texts } = submission
  const startup = company(texts, n)
  const { venture, name, city } = startup
  return {
    ...sender(startup),
    coFounderName: maybe(chance, 0.6, person(texts.people, chance, 'post.example').name),
    industry: optionOr(submission, 'industry', venture.industry),
    businessModel: option(submission, 'businessModel'),
    currentStage: optionOr(submission, 'currentStage', chance.pick(['mvp', 'early-revenue', 'early-revenue', 'growth'])),
    monthlyRevenue: within(submission, 'monthlyRevenue', 0, 3),
    teamSize: within(submission, 'teamSize', 1, 3),
    fundingRaised: maybe(chance, 0.75, within(submission, 'fundingRaised', 0, 2)),
    businessDescription: chance.pick([
      `${name} is ${venture.product}. ${venture.change}`,
      `We make ${venture.product}. Our customers are ${venture.buyers}; we began in ${city} because that is where we know them.\n\n${venture.change}`,
      `In one line: ${venture.product}. ${venture.proof}`,
    ]),
    problemSolution: `${venture.pain} ${venture.habit}\n\n${venture.change}`,
    targetMarket: `${venture.market} We begin with ${venture.buyers} in and around ${city}.`,
    customerBase: venture.proof,
    competition: maybe(chance, 0.85, venture.rival),
    growthChallenges: chance.some(texts.founders.growthChallenges, chance.between(1, 3)).join('\n\n'),
    mentorshipNeeds: chance.some(texts.founders.mentorshipNeeds, chance.between(1, 2)).join(' '),
    cohortPreference: option(submission, 'cohortPreference'),
    commitmentLevel: option(submission, 'commitmentLevel'),
    expectations: chance.some(texts.founders.expectations, chance.between(1, 2)).join(' '),
  }
}

export const startupStudio: Writer = (submission) => {
  const { chance, n, texts } = submission
  // With an offset, so that few companies send two forms.
  const startup = company(texts, n + 13)
  const { venture, name, city } = startup
  const unnamed = chance.is(0.25)
  return {
    ...sender(startup),
    companyName: unnamed ? '' : name,
    website: unnamed ? '' : maybe(chance, 0.5, startup.website),
    industry: optionOr(submission, 'industry', venture.industry),
    stage: option(submission, 'stage'),
    teamSize: maybe(chance, 0.8, within(submission, 'teamSize', 0, 2)),
    fundingRaised: maybe(chance, 0.5, within(submission, 'fundingRaised', 0, 1)),
    problemStatement: `${venture.pain}\n\n${venture.habit} ${chance.pick(texts.founders.progress)}`,
    solution: chance.pick([venture.change, `${venture.change} In short: ${venture.product}.`]),
    targetMarket: venture.market,
    aiIntegration: venture.ai,
    timeline: maybe(chance, 0.85, option(submission, 'timeline')),
    expectations: chance.pick([
      `At the end of week six: ten ${venture.buyers} in ${city} who use it without being asked, and one number that we trust.`,
      ...texts.founders.studioExpectations,
      ...texts.founders.expectations,
    ]),
  }
}

const lakh = (amount: number): string => `₹${amount.toFixed(1).replace(/\.0$/, '')} lakh`

/** A list of the revenue of the last months, growing a little each month. */
function revenueTable(chance: Chance): string {
  const months = ['six months ago', 'five', 'four', 'three', 'two', 'last month']
  let amount = chance.between(5, 45) / 10
  return months
    .map((month) => {
      amount *= 1 + chance.between(2, 22) / 100
      return `- ${month}: ${lakh(amount)}`
    })
    .join('\n')
}

function stageOf(crore: number): string {
  if (crore < 4) return 'pre-seed'
  return crore < 12 ? 'seed' : 'series-a'
}

export const fundRaise: Writer = (submission) => {
  const { chance, n, texts } = submission
  const startup = company(texts, n + 26)
  const { venture, name } = startup
  const crore = chance.pick([1, 1.5, 2, 3, 4, 6, 8, 12])
  const people = chance.between(35, 55)
  const growth = chance.between(15, 30)
  return {
    ...sender(startup),
    industry: optionOr(submission, 'industry', venture.industry),
    businessModel: option(submission, 'businessModel'),
    currentRevenue: maybe(chance, 0.9, within(submission, 'currentRevenue', 1, 4)),
    teamSize: within(submission, 'teamSize', 2, 4),
    previousFunding: maybe(chance, 0.8, within(submission, 'previousFunding', 0, 3)),
    fundingStage: optionOr(submission, 'fundingStage', stageOf(crore)),
    amountSeeking: chance.pick([
      `₹${crore} crore`,
      `$${Math.round(crore * 115)}K`,
      `₹${crore} crore (about $${Math.round(crore * 115)}K)`,
    ]),
    useOfFunds: `${people} % people: two engineers, a head of sales and four in the field.\n${growth} % customers: travel, pilots, a second city.\n${100 - people - growth} % product and stock. It takes us 18 months on, to about four times today’s revenue.`,
    businessDescription: chance.pick([
      `${name} is ${venture.product}. ${venture.change}`,
      `We sell to ${venture.buyers}. ${venture.pain} ${venture.change}`,
    ]),
    marketSize: venture.market,
    competition: maybe(chance, 0.8, venture.rival),
    traction: chance.is(0.55) ? `${venture.proof}\n\nRevenue:\n${revenueTable(chance)}` : venture.proof,
    timeline: option(submission, 'timeline'),
    investorPreference: maybe(chance, 0.7, chance.pick(texts.founders.investorPreferences)),
  }
}
