import { person, privateDomain, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './answered.ts'

/** What people need: company (empty for individuals), role, industry, interest, need, what they have tried. */
const wishes = [
  [
    'Anaivari Logistics',
    'Operations Head',
    'other',
    'AI & Machine Learning',
    'We book 240 lorries a day by telephone. I want the booking to write itself while my people talk.',
    'One routing product, for a month. It did not know that drivers eat.',
  ],
  [
    '',
    '',
    '',
    'HealthTech Innovations',
    'My father takes nine tablets. I want to know, from Singapore, that he took them, without asking him four times.',
    '',
  ],
  [
    'Pavalam Jewels',
    'Owner',
    'retail',
    'E-commerce & Retail',
    'Stock of 11,000 small pieces, counted by hand each quarter by six people over two nights.',
    'RFID tags. They are larger than the nose rings.',
  ],
  [
    'Thendral Hospitals',
    'Chief Medical Officer',
    'healthcare',
    'HealthTech Innovations',
    'Discharge takes five hours. Three of them are a summary that a tired resident has to write.',
    'We tried dictation; it wrote “patient is a camp” for “ambulant”.',
  ],
  [
    '',
    '',
    '',
    'EdTech Platforms',
    'My son is eleven, reads Tamil badly and is ashamed of it. Something kind, twenty minutes a day.',
    'Two apps, both in English at the second screen.',
  ],
  [
    'Kumizh Detergents',
    'IT Manager',
    'manufacturing',
    'Cybersecurity',
    'An e-mail that looked like our director cost us ₹4 lakh. I want that one kind of mail to never arrive again.',
    'A training with slides. The next one was clicked on by the trainer’s colleague.',
  ],
  [
    'Vasantham Co-operative Bank',
    'Deputy General Manager',
    'finance',
    'FinTech Solutions',
    'Customers of 60 and above who come to the branch to ask for a balance. By phone, in Tamil, without a menu of nine.',
    '',
  ],
  [
    '',
    '',
    '',
    'Green Technology',
    'A solar set for a rented flat that I can take with me when I move.',
    'Asked four dealers. All of them wanted to speak to the owner.',
  ],
  [
    'Mazhalai Schools',
    'Correspondent',
    'education',
    'EdTech Platforms',
    'எட்டுப் பள்ளிகள், ஒரே கட்டணக் கணக்கு. பெற்றோர் தமிழில் ரசீது கேட்கிறார்கள்; எங்கள் மென்பொருளில் தமிழ் இல்லை.',
    '',
  ],
  [
    'Agaram Consulting',
    'Partner',
    'consulting',
    'Enterprise SaaS',
    'Time sheets that are filled in from calendars and that nobody hates.',
    'Four products in six years 😅',
  ],
  [
    'Nandavanam Hotels',
    'General Manager',
    'other',
    'Green Technology',
    'We throw away 70 kg of food on a weekday and do not know which.',
    'A scale and a notebook, for nine days.',
  ],
  [
    '',
    '',
    '',
    'IoT & Hardware',
    'A gate sensor for a house in the village that sends a message when it opens, on a 2G network.',
    '',
  ],
  [
    'Karungal Granites',
    'Plant Engineer',
    'manufacturing',
    'IoT & Hardware',
    'Three gang saws, and each unplanned stop costs ₹60,000. They hum differently the day before; I can hear it, the night shift cannot.',
    'Vibration sensors of a large maker. Good, and the yearly licence is the price of a saw blade.',
  ],
  [
    'Ilanthalir Exports',
    'Merchandiser',
    'retail',
    'Enterprise SaaS',
    'Buyers send changes to a style by e-mail, chat and voice on the same day. One list, with who said what.',
    '',
  ],
] as const

export const earlyCustomer: Writer = (chance, form, n) => {
  const [company, jobTitle, industry, interest, need, tried] = nth(wishes, n)
  const who = person(chance, company === '' ? privateDomain(chance) : `${slug(company)}.example`)
  const enterprise = company !== ''
  return {
    customerType: enterprise ? 'enterprise' : 'individual',
    firstName: who.first,
    lastName: who.last,
    email: who.email,
    phone: maybe(chance, 0.7, who.phone),
    ...(enterprise && {
      company,
      jobTitle,
      industry: optionOr(chance, form, 'industry', industry),
      companySize: maybe(chance, 0.9, option(chance, form, 'companySize')),
    }),
    interests: [
      ...new Set([optionOr(chance, form, 'interests', interest), ...(chance.is(0.5) ? [option(chance, form, 'interests')] : [])]),
    ],
    specificNeeds: need,
    budget: maybe(chance, 0.7, option(chance, form, 'budget')),
    timeline: maybe(chance, 0.8, option(chance, form, 'timeline')),
    experience: tried,
    additionalInfo: maybe(
      chance,
      0.25,
      chance.pick(['Mornings are best for a call.', 'We can give you anonymised data to try it on.', 'Please no newsletter.']),
    ),
  }
}
