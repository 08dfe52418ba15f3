import { cities, person, slug } from '../people.ts'
import { maybe, nth, option, optionOr, type Writer } from './answered.ts'

/** Firms that do not exist: name, service type, what they offer, what they know, why they ask. */
const firms = [
  [
    'Veppam & Rao',
    'legal',
    'Incorporation, founders’ agreement, the first option pool and every contract until the A round, at a fixed price each.',
    'We have undone eleven fifty-fifty deadlocks. We know which clause was missing.',
    'Larger clients send larger invoices and ask for less.',
  ],
  [
    'Ezhu Accounts',
    'accounting',
    'Books, GST, payroll and a two-page report on the 6th of each month that a founder can read.',
    'Cash, not profit: we forecast the week in which it ends.',
    'I was a founder. I was killed by my own receivables.',
  ],
  [
    'Paravai Studio',
    'design',
    'Product design in two-week pieces, with tests on five real users in each.',
    'Screens for people who read in Tamil and type in English.',
    'Nobody in a bank has ever thanked us for a button.',
  ],
  [
    'Murasu Growth',
    'marketing',
    'Launches in regional languages: words, films, small-town radio, and what each rupee brought.',
    'Trichy does not click on what Chennai clicks on, and we have the numbers.',
    'Startups let us stop what does not work on the same day.',
  ],
  [
    'Thoon Cloud',
    'technology',
    'Set-up and care of servers, back-ups that we restore every month in front of you, on call at night.',
    'Bills. We halve most of them in the first quarter.',
    'We like systems that three people can understand.',
  ],
  [
    'Kai Koduppom',
    'hr',
    'The first twenty hires: job texts, interviews, offers, and a call after thirty days.',
    'Who stays. 84 % of those we placed are there after a year.',
    'A wrong third hire is dearer than a wrong thirtieth.',
  ],
  [
    'Oram Advisory',
    'consulting',
    'Pricing in three afternoons: talks with twelve of your customers, a test, a new list.',
    'We have raised prices for 37 companies and lost them four customers in all.',
    'In a large company my paper is filed. Here it is on the site on Monday.',
  ],
  [
    'Sutham Labs',
    'technology',
    'Security checks before the first enterprise customer asks for one, with fixes, not only findings.',
    'Forms, uploads, sign-in: where small teams are really broken into.',
    'Because I have written the letter to the customers afterwards, once.',
  ],
  [
    'Ragam Films',
    'marketing',
    'A founder film in five days, subtitled in four languages.',
    'People who have never stood before a camera.',
    'I am tired of cement.',
  ],
  [
    'Kuthu Vilakku Legal',
    'legal',
    'Data protection: records, notices, vendor contracts, answers to the board.',
    'The new Act, clause by clause, as it meets an app with 4,000 users.',
    'Early is cheap. We would like to be called early for once.',
  ],
  [
    'Maram Makers',
    'design',
    'Enclosures and prototypes: drawing, print, mould, first 500 pieces.',
    'Heat, dust and monsoon. Most housings from elsewhere die of one of them.',
    'Hardware founders are the last romantics.',
  ],
  [
    'Nidhi Desk',
    'consulting',
    'The data room, the model and the Q&A of a round; we sit beside you, never in front.',
    'What a fund asks in week three. We asked it ourselves for nine years.',
    'Founders should spend October on customers.',
  ],
  [
    'Palam Translations',
    'other',
    'Interfaces, letters and help pages in Tamil, Telugu, Kannada and Malayalam, tested with readers.',
    'பயனர் ஒரு வரியைப் படித்தவுடன் புரிய வேண்டும்; அதற்கு மொழிபெயர்ப்பு போதாது, எழுத்து வேண்டும்.',
    'எங்கள் மொழியில் நல்ல மென்பொருள் வர வேண்டும்.',
  ],
  [
    'Ottam QA',
    'technology',
    'Testing on forty real phones, the cheap ones, in a moving bus.',
    'What breaks on a ₹7,000 phone with 300 MB free.',
    'Your users are our neighbours.',
  ],
  [
    'Vaayil HR',
    'hr',
    'Policies that fit on four pages, the committee that the law asks for, and a trainer who is not boring.',
    'Companies between ten and sixty people.',
    'At that size one bad week can be mended.',
  ],
  [
    'Selva Tax Partners',
    'accounting',
    'Share valuations, foreign remittances, and the tax on options before anyone has to pay it.',
    'Cross-border structures, and when not to have one.',
    'My daughter works in a startup and asked me to explain hers.',
  ],
] as const

export const serviceProvider: Writer = (chance, form, n) => {
  const [name, kind, offer, knows, why] = nth(firms, n)
  const domain = `${slug(name)}.example`
  const who = person(chance, domain)
  return {
    contactName: who.name,
    title: chance.pick(['Partner', 'Founder', 'Director', 'Managing Partner', 'Principal', 'Proprietor']),
    email: who.email,
    phone: who.phone,
    companyName: name,
    website: maybe(chance, 0.75, `https://${domain}`),
    serviceType: optionOr(chance, form, 'serviceType', kind),
    location: `${chance.pick(cities)}${chance.is(0.4) ? ', Tamil Nadu' : ''}`,
    companySize: option(chance, form, 'companySize'),
    experience: option(chance, form, 'experience'),
    servicesOffered: offer,
    targetStartups: option(chance, form, 'targetStartups'),
    pricingModel: option(chance, form, 'pricingModel'),
    availability: option(chance, form, 'availability'),
    portfolio: maybe(
      chance,
      0.6,
      `https://${domain}/work\n${chance.between(8, 60)} companies since ${chance.between(2012, 2022)}; three of them may be called.`,
    ),
    expertise: knows,
    motivation: why,
    expectations: maybe(
      chance,
      0.6,
      chance.pick([
        'One introduction at a time, and an honest word if it did not work.',
        'To sit in at a demo day.',
        'A shared list of who pays when. We will put our own in too.',
      ]),
    ),
  }
}
