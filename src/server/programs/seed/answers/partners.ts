import { person, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './answered.ts'

/** Institutions that do not exist: name, kind, city, what they run, what it is for, what stands in the way. */
const institutions = [
  [
    'Vaigai Institute of Engineering',
    'university',
    'Madurai',
    'An entrepreneurship cell with 60 students a year and a prize of ₹50,000. Nobody has started a company.',
    'Two companies a year that outlive their founders’ degrees.',
    'Our faculty have never sold anything, and say so.',
  ],
  [
    'Palar Valley Incubation Forum',
    'incubator',
    'Vellore',
    'Desk space for 22 startups, a talk every second Friday.',
    'To stop being a landlord and become useful.',
    'Mentors come once, are photographed, and do not come again.',
  ],
  [
    'Naval Bay Ports Authority Innovation Office',
    'government',
    'Thoothukudi',
    'A hackathon each November; last year’s winner is employed elsewhere.',
    'Four pilots a year inside the port, paid for out of our budget, with a yes or no after 90 days.',
    'Procurement rules were not written for companies of three people.',
  ],
  [
    'Sembaruthi Textiles Group',
    'corporate',
    'Karur',
    'None yet.',
    'Startups that work on dyeing without effluent. We would be the first customer.',
    'Our plant heads are measured by the month.',
  ],
  [
    'Nilgiri Women’s University',
    'university',
    'Udhagamandalam',
    'A business-plan course in the third year.',
    'Forty women who have sold something to a stranger before they graduate.',
    'Travel, money, and parents who need to be talked to as well.',
  ],
  [
    'Kaveri Delta Farmers’ Federation',
    'nonprofit',
    'Thanjavur',
    'Seed fairs, and a loan circle with 11,000 members.',
    'Members’ sons and daughters who come back with a company.',
    'The nearest person who has raised money is 300 km away.',
  ],
  [
    'Thulir Angels',
    'investor',
    'Coimbatore',
    'Quarterly pitch evenings; 31 investments since 2019.',
    'Fewer, better prepared companies at our table, and help for them after the cheque.',
    'We are all in business ourselves; after the evening nobody has time.',
  ],
  [
    'Pondy Marine Biotech Park',
    'incubator',
    'Puducherry',
    'Wet labs for nine companies, full since March.',
    'A curriculum for scientists who have never met a customer.',
    'Their clock is five years, that of every accelerator is six months.',
  ],
  [
    'Kongu Machine Makers’ Association',
    'nonprofit',
    'Coimbatore',
    'An annual exhibition with 400 stalls.',
    'Members hand over to the next generation. We want that to be a start and not only an inheritance.',
    'Fathers attend, sons do not, or the other way round.',
  ],
  [
    'Marina Health Systems',
    'corporate',
    'Chennai',
    'Two pilots with startups last year, both ended by the same committee.',
    'A door into our five hospitals that is open for twelve weeks and has a person behind it.',
    'Data protection, rightly, and the committee, less rightly.',
  ],
  [
    'Office of Small Industries, Eastern Coast',
    'government',
    'Visakhapatnam',
    'A fund that has not been drawn on for two years.',
    'Sixty companies in three districts through one program, with numbers we can publish.',
    'Consultants write us reports. We would like somebody to run it.',
  ],
  [
    'St. Brittos College of Science',
    'university',
    'Tirunelveli',
    'None yet, but 14 final-year projects that are better than that.',
    'மாணவர்களின் ஆய்வுகள் அலமாரியில் தூங்காமல் சந்தைக்குப் போக வேண்டும்.',
    'நிதி குறைவு; ஆனால் இடமும் ஆர்வமும் இருக்கிறது.',
  ],
] as const

export const accelerationAsService: Writer = (chance, form, n) => {
  const [name, kind, city, runs, aim, obstacle] = nth(institutions, n)
  const domain = `${slug(name).slice(0, 24)}.example`
  const who = person(chance, domain)
  return {
    contactName: chance.is(0.3) ? `Dr. ${who.name}` : who.name,
    title: chance.pick([
      'Dean, Innovation',
      'Head of Partnerships',
      'Joint Director',
      'Programme Manager',
      'Vice President, Strategy',
      'Secretary',
    ]),
    email: who.email,
    phone: who.phone,
    organizationName: name,
    website: `www.${domain}`,
    organizationType: optionOr(chance, form, 'organizationType', kind),
    location: city,
    organizationSize: maybe(chance, 0.8, option(chance, form, 'organizationSize')),
    currentPrograms: runs,
    portfolioSize: maybe(chance, 0.6, option(chance, form, 'portfolioSize')),
    partnershipType: option(chance, form, 'partnershipType'),
    serviceModel: option(chance, form, 'serviceModel'),
    targetStartups: option(chance, form, 'targetStartups'),
    programDuration: maybe(chance, 0.7, option(chance, form, 'programDuration')),
    budget: maybe(chance, 0.6, option(chance, form, 'budget')),
    objectives: aim,
    challenges: obstacle,
    timeline: option(chance, form, 'timeline'),
    additionalServices: maybe(
      chance,
      0.5,
      chance.pick([
        'A demo day for our alumni.',
        'Training for six mentors of ours.',
        'Help with the paperwork of a small fund.',
      ]),
    ),
    expectations: chance.pick([
      'Your people in our rooms for the first run, ours beside them; the second run is ours with you beside us.',
      'A plan with dates, a price, and a list of what you will not do.',
      'Honest selection. If there are only five good companies, then five.',
      'That you tell us after the first month if it is not working.',
    ]),
  }
}
