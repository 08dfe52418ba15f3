import { type Chance, chanceFrom } from '../chance.ts'
import { cities, type Person, person, slug } from '../people.ts'
import { type Venture, ventures } from '../ventures.ts'
import { maybe, nth, option, optionOr, type Raw, type Writer, within } from './answered.ts'

const challenges = [
  'Two of us do everything. We lose a week whenever one of us travels to a customer.',
  'We can sell one by one. We have not found the way to sell to fifty in a month without fifty visits.',
  'Pilots that do not end. Everybody is pleased, nobody signs.',
  'Working capital: we pay our suppliers in 15 days and are paid in 60.',
  'We need someone who has built a field team before. We have interviewed nine people and are no wiser.',
  'Our second city does not behave like our first, and we do not know yet whether it is the city or us.',
  'Price. We have raised it twice and nobody left, so it is probably still too low; but we have no method.',
  'The product is ahead of our support. Nights and Sundays are answered by the founders, in person.',
  'Getting past the purchase department once the user has said yes.',
  'Hiring engineers in a town from which engineers leave.',
]

const mentoring = [
  'Someone who has sold to government departments and can tell us which doors are real.',
  'Pricing, for an afternoon, with our numbers on the table.',
  'A founder who has gone from ten people to fifty and remembers what broke.',
  'How to run a sales team that works in three languages.',
  'Reading a term sheet before we need one.',
  'Manufacturing at a thousand a month: tooling, testing, returns.',
  'One honest product person who uses it in front of us and swears.',
  'Help with the first finance hire, and what to ask for in the meantime.',
]

const hopes = [
  'Three times the paying customers, and a team that does not need the two of us for each sale.',
  'To know by the end whether this is a large company or a good small one, and to be at peace with either.',
  'A repeatable way to sell, written down, that a new colleague can follow in week two.',
  'The first ten customers who are not friends of friends.',
  'A seed round with people who understand that our customers harvest twice a year.',
  'An ugly list of what we do badly, early, from people who want us to live.',
  'Weekly pressure. We work well with a date.',
  'Not money first. We want to stop guessing about distribution.',
  'ஆறு மாதத்தில் நூறு வாடிக்கையாளர்கள்; அதைவிட முக்கியம், எங்கள் தவறுகளை எங்களிடம் நேராகச் சொல்லும் வழிகாட்டிகள்.',
]

interface Company {
  readonly venture: Venture
  readonly who: Person
  readonly name: string
  readonly city: string
  readonly website: string
}

/** The `n`th company and its founder, the same on every form; after the last, the same trades under other names. */
function company(n: number): Company {
  const chance = chanceFrom(104_729 + n)
  const venture = nth(ventures, n)
  const round = Math.floor(n / ventures.length)
  const city = chance.pick(cities)
  const name = round === 0 ? venture.name : `${venture.name} ${city}${round > 1 ? ` ${round}` : ''}`
  const domain = `${slug(name)}.example`
  const website = chance.pick([`https://www.${domain}`, `www.${domain}`, domain, `https://${domain}/app`])
  return { venture, who: person(chance, domain), name, city, website }
}

const sender = ({ who, name, website }: Company): Raw => ({
  founderName: who.name,
  email: who.email,
  phone: who.phone,
  companyName: name,
  website,
})

export const accelerator: Writer = (chance, form, n) => {
  const startup = company(n)
  const { venture, name, city } = startup
  return {
    ...sender(startup),
    coFounderName: maybe(chance, 0.6, person(chance, 'post.example').name),
    industry: optionOr(chance, form, 'industry', venture.industry),
    businessModel: option(chance, form, 'businessModel'),
    currentStage: optionOr(chance, form, 'currentStage', chance.pick(['mvp', 'early-revenue', 'early-revenue', 'growth'])),
    monthlyRevenue: within(chance, form, 'monthlyRevenue', 0, 3),
    teamSize: within(chance, form, 'teamSize', 1, 3),
    fundingRaised: maybe(chance, 0.75, within(chance, form, 'fundingRaised', 0, 2)),
    businessDescription: chance.pick([
      `${name} is ${venture.product}. ${venture.change}`,
      `We make ${venture.product}. Our customers are ${venture.buyers}; we began in ${city} because that is where we know them.\n\n${venture.change}`,
      `In one line: ${venture.product}. ${venture.proof}`,
    ]),
    problemSolution: `${venture.pain} ${venture.habit}\n\n${venture.change}`,
    targetMarket: `${venture.market} We begin with ${venture.buyers} in and around ${city}.`,
    customerBase: venture.proof,
    competition: maybe(chance, 0.85, venture.rival),
    growthChallenges: chance.some(challenges, chance.between(1, 3)).join('\n\n'),
    mentorshipNeeds: chance.some(mentoring, chance.between(1, 2)).join(' '),
    cohortPreference: option(chance, form, 'cohortPreference'),
    commitmentLevel: option(chance, form, 'commitmentLevel'),
    expectations: chance.some(hopes, chance.between(1, 2)).join(' '),
  }
}

const begun = [
  'I have talked to thirty-one of them since May and written down each talk.',
  'I was one of them for six years, which is how I know.',
  'I worked beside it for four years and thought it was a law of nature.',
  'We have a clickable draft and four people who ask every week when it will be real.',
  'Nothing is built yet. Eleven have said that they would pay, two of them have paid ₹5,000 in advance.',
]

export const startupStudio: Writer = (chance, form, n) => {
  // from another end of the list, so that a company seldom applies in two places at once
  const startup = company(n + 13)
  const { venture, name, city } = startup
  const unnamed = chance.is(0.25)
  return {
    ...sender(startup),
    companyName: unnamed ? '' : name,
    website: unnamed ? '' : maybe(chance, 0.5, startup.website),
    industry: optionOr(chance, form, 'industry', venture.industry),
    stage: option(chance, form, 'stage'),
    teamSize: maybe(chance, 0.8, within(chance, form, 'teamSize', 0, 2)),
    fundingRaised: maybe(chance, 0.5, within(chance, form, 'fundingRaised', 0, 1)),
    problemStatement: `${venture.pain}\n\n${venture.habit} ${chance.pick(begun)}`,
    solution: chance.pick([venture.change, `${venture.change} In short: ${venture.product}.`]),
    targetMarket: venture.market,
    aiIntegration: venture.ai,
    timeline: maybe(chance, 0.85, option(chance, form, 'timeline')),
    expectations: chance.pick([
      `At the end of week six: ten ${venture.buyers} in ${city} who use it without being asked, and one number that we trust.`,
      'Something that works on a cheap phone in front of a real customer, not a deck.',
      'A technical co-founder, or the knowledge that I can do without for another half year. And a first paying customer 🤞',
      ...hopes,
    ]),
  }
}

const lakh = (amount: number): string => `₹${amount.toFixed(1).replace(/\.0$/, '')} lakh`

/** Revenue of the last months as founders list it, each a little more than the one before. */
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

export const fundRaise: Writer = (chance, form, n) => {
  const startup = company(n + 26)
  const { venture, name } = startup
  const crore = chance.pick([1, 1.5, 2, 3, 4, 6, 8, 12])
  const people = chance.between(35, 55)
  const growth = chance.between(15, 30)
  return {
    ...sender(startup),
    industry: optionOr(chance, form, 'industry', venture.industry),
    businessModel: option(chance, form, 'businessModel'),
    currentRevenue: maybe(chance, 0.9, within(chance, form, 'currentRevenue', 1, 4)),
    teamSize: within(chance, form, 'teamSize', 2, 4),
    previousFunding: maybe(chance, 0.8, within(chance, form, 'previousFunding', 0, 3)),
    fundingStage: optionOr(chance, form, 'fundingStage', crore < 4 ? 'pre-seed' : crore < 12 ? 'seed' : 'series-a'),
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
    timeline: option(chance, form, 'timeline'),
    investorPreference: maybe(
      chance,
      0.7,
      chance.pick([
        'Angels who have worked in the trade, then one small fund.',
        'A fund that has done hardware before and does not faint at inventory.',
        'Someone in the south who will drive out to see it.',
        'No corporate before the A round, please.',
        'Impact funds with a commercial head. We have met four that had the one and not the other.',
      ]),
    ),
  }
}
