import type { Chance } from '../chance.ts'
import { person, privateDomain, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './answered.ts'

const colleges = [
  'Vaigai Institute of Engineering',
  'Nilgiri Women’s University',
  'St. Brittos College of Science',
  'Palar Valley School of Design',
  'Coromandel College of Arts and Commerce',
  'Kongu Valley Institute of Management',
  'Adyar Evening College',
] as const

/** What people bring to each position: a major, skills with what they were for, some experience. */
const talents = [
  [
    'software-development',
    'B.E. Computer Science',
    'TypeScript and SQL: the mess bill of our hostel, 640 students, two terms without a wrong bill. Some Go.',
    'Fixed three bugs in an open-source calendar; two were taken.',
  ],
  [
    'data-analytics',
    'B.Sc. Statistics',
    'R, SQL, and patience. I cleaned eleven years of rainfall records of our taluk, which were on paper.',
    'Summer at a co-operative bank, counting late payments by village.',
  ],
  [
    'design-ux',
    'B.Des. Interaction Design',
    'Paper, drafts that can be clicked, and asking people. Redrew the ticket machine of our bus stand and tested it with forty passengers.',
    'Posters for the college theatre, 2023 and 2024.',
  ],
  [
    'marketing-growth',
    'B.Com.',
    'Writing in Tamil and English. My page about street food has 14,000 readers; I know which posts brought them.',
    'Sold tickets for a music festival, 1,100 of 1,300.',
  ],
  [
    'business-development',
    'MBA',
    'Calling strangers. 60 calls a day for a paint dealer; I kept a list of why people said no.',
    'My uncle’s dealership, every summer since I was sixteen.',
  ],
  [
    'product-management',
    'B.Tech. Information Technology',
    'Turning arguments into lists. Ran the app of our symposium: four developers, six weeks, one launch.',
    'Class representative, which is product management without a product.',
  ],
  [
    'software-development',
    'M.Sc. Software Systems',
    'Kotlin on cheap phones; an attendance app that works without a connection and is used by 31 teachers.',
    'Teaching assistant for data structures.',
  ],
  [
    'data-analytics',
    'B.Tech. Artificial Intelligence and Data Science',
    'Python, and knowing when a model is worse than a mean. Forecast the canteen’s dosas to within 9 %.',
    'Third place in a state data contest, with a team of four.',
  ],
  [
    'design-ux',
    'B.Sc. Visual Communication',
    'Illustration and motion. A set of icons for a Tamil keyboard.',
    'Freelance: nine shop signs.',
  ],
  [
    'other',
    'B.E. Mechanical Engineering',
    'CAD, lathe, and soldering. Built a press for areca plates out of scrap; it still runs.',
    'Two months on a foundry floor near Hosur.',
  ],
  [
    'business-development',
    'B.A. Economics',
    'Reading balance sheets and asking shopkeepers. My thesis is about credit in four markets.',
    'Volunteer accountant for a women’s savings group.',
  ],
] as const

const reasons = [
  'In a large company I would learn one thing well. I would rather be wrong about ten things this year.',
  'I want to see where a decision is made and to be there when it turns out to be wrong.',
  'My parents run a shop. It is the same thing with better coffee, I think, and I would like to find out.',
  'Because the people I know who learned the most last year were the two who went to a company of six.',
  'I have an offer for next July and a free half year. I would like to spend it where I am needed.',
  'பெரிய நிறுவனத்தில் ஒரு மூலையில் இருப்பதைவிட, சின்ன நிறுவனத்தில் முழு வேலையையும் பார்க்க ஆசை. தவறுகள் செய்வேன்; சீக்கிரம் கற்றுக்கொள்வேன்.',
  'I build things at night anyway 🙂 It would be good to build something that somebody is waiting for.',
  'To be honest: I do not know what I want to become, and three months with founders seems the fastest way to find out. I am punctual, I write everything down, and I do not mind dull work if I know what it is for.',
] as const

const later = (chance: Chance, form: Parameters<Writer>[1]): string =>
  optionOr(chance, form, 'graduationYear', chance.pick(['2025', '2026', '2026', '2027']))

export const workForStartups: Writer = (chance, form, n) => {
  const [position, major, skills, experience] = nth(talents, n)
  const who = person(chance, privateDomain(chance))
  return {
    firstName: who.first,
    lastName: who.last,
    email: who.email,
    phone: who.phone,
    university: chance.pick(colleges),
    major,
    graduationYear: later(chance, form),
    position: optionOr(chance, form, 'position', position),
    experience: maybe(chance, 0.7, experience),
    skills,
    portfolio: maybe(chance, 0.5, `https://${slug(who.name)}.example`),
    availability: option(chance, form, 'availability'),
    motivation: chance.some(reasons, chance.is(0.3) ? 2 : 1).join('\n\n'),
  }
}
